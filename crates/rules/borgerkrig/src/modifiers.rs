//! Every modifier the procedures apply and every combination they refuse, with its rule. The words stand in `messages/`.

pub(crate) mod fire {
    krigsspil_engine::modifiers! {
        FIRER_MOUNTED = "firer_mounted", "skema V";
        OBSOLETE_MUSKET = "obsolete_musket", "skema V";
        FLINTLOCK = "flintlock", "skema V";
        MAYNARD_PRIMER = "maynard_primer", "skema V";
        BREECH_LOADER = "breech_loader", "skema V";
        REPEATER = "repeater", "skema V";
        FIRST_FIRE = "first_fire", "05.02.4";
        NOT_FIRED_LAST_TURN = "not_fired_last_turn", "05.02.4";
        SURPRISED = "surprised", "04.02.13";
        OWN_COVER = "own_cover", "skema V";
        OWN_ORDER = "own_order", "skema V";
        SHOTGUN_ZONE_1 = "shotgun_zone_1", "skema V";
        OWN_VALEUR = "own_valeur", "08.01.1";
        TARGET_THIN_LINE = "target_thin_line", "skema V";
        TARGET_CHAIN = "target_chain", "skema V";
        TARGET_DEEP = "target_deep", "skema V";
        TARGET_MOUNTED = "target_mounted", "skema V";
        TARGET_LIMBERED = "target_limbered", "skema V";
        TARGET_UNLIMBERED = "target_unlimbered", "skema V";
        TARGET_COVER = "target_cover", "skema VI";
        TARGET_PINNED = "target_pinned", "05.02.6";
        FIRER_PINNED = "firer_pinned", "05.01.6";
    }
    krigsspil_engine::refusals! {
        /// Mounted men have neither thin line nor house.
        MOUNTED_NEVER_THIN = "mounted_never_thin", "02.02.4";
        /// Only men on foot are pinned.
        ONLY_FOOT_PINNED = "only_foot_pinned", "04.02.7";
    }
}
