//! Why an order or action is refused.

krigsspil_engine::refusals! {
    /// Not in this phase.
    NOT_NOW = "not_in_this_phase", "seq.command.1";
    /// It is not on the table.
    NOT_ON_THE_TABLE = "not_on_the_table", "6.5";
    /// It is in contact, or Engaged.
    IN_CONTACT = "in_contact", "9.61-b";
    /// It failed a check this turn.
    FAILED_CHECK = "failed_check", "chart.morale-failure";
    /// Its guns have nobody to serve them.
    GUNS_ABANDONED = "guns_abandoned", "7.11-b";
    /// Chits are not used, or not needed.
    NO_CHIT_NEEDED = "no_chit_needed", "2.7";
    /// A chit of the wrong colour, or for another arm.
    WRONG_CHIT = "wrong_chit", "2.7";
    /// Its chit does not allow it.
    CHIT_FORBIDS = "chit_forbids", "2.7";
    /// Only infantry and cavalry change in the formation phase.
    GUNS_CHANGE_LATER = "guns_change_later", "4.3";
    /// Neither formation nor facing changes.
    NO_CHANGE = "no_change", "4.1";
    /// The arm has no such formation.
    NO_FORMATION = "no_formation", "4.1";
    /// An enemy within 300 yards.
    ENEMY_WITHIN_300 = "enemy_within_300", "4.1.G";
    /// Not capable, or not in good morale.
    NOT_CAPABLE = "not_capable", "4.4";
    /// No square without three enemies around or a general.
    NO_SQUARE = "no_square", "4.11";
    /// Cossacks and Indians always skirmish.
    ALWAYS_SKIRMISH = "always_skirmish", "10.3.A";
    /// Cavalry in a field does not turn.
    FIELD_HOLDS_CAVALRY = "field_holds_cavalry", "11.4";
    /// No room there.
    NO_ROOM = "no_room", "1.3.A";
    /// It may not lie down.
    MAY_NOT_LIE_DOWN = "may_not_lie_down", "opt.anti-artillery";
    /// It may not dismount or mount.
    MAY_NOT_DISMOUNT = "may_not_dismount", "10.4";
    /// It does not fire in this phase.
    DOES_NOT_FIRE = "does_not_fire", "8.4";
    /// What it has done bars its fire.
    GUNS_SPENT = "guns_spent", "6.31";
    /// No barrage points, or no crew.
    NO_AMMUNITION = "no_ammunition", "7.2";
    /// Nobody it may know of.
    TARGET_UNSEEN = "target_unseen", "2.1.C";
    /// Not an enemy.
    NOT_AN_ENEMY = "not_an_enemy", "5.1";
    /// Not the first in its lane.
    NOT_IN_LANE = "not_in_lane", "7.5";
    /// A hill hides the target from the guns.
    HILL_BARS_FIRE = "hill_bars_fire", "7.8";
    /// Guns that face down a slope reach 500 yards.
    DOWN_THE_SLOPE = "down_the_slope", "7.8.C";
    /// Out of the guns' range or sight.
    OUT_OF_GUNSHOT = "out_of_gunshot", "7.9";
    /// Friends in contact with the target hide too much of it.
    FRIENDS_TOO_NEAR = "friends_too_near", "7.7";
    /// Out of range or sight.
    CANNOT_BE_HIT = "cannot_be_hit", "8.1";
    /// Only a skirmishing unit splits its fire.
    NO_SPLIT = "no_split", "8.3.A";
    /// It fires to its front only.
    NOT_BEFORE_THE_FRONT = "not_before_the_front", "8.4";
    /// It is inside a square.
    IN_A_SQUARE = "in_a_square", "9.5.F";
    /// Nobody of its side assaults that sector.
    NO_ASSAULT_THERE = "no_assault_there", "12.5.B.5";
    /// The guard goes on until it has charged three times.
    GUARD_GOES_ON = "guard_goes_on", "opt.guard.E";
    /// French Guard horse artillery stays by its commander.
    GUARD_GUNS_STAY = "guard_guns_stay", "opt.guard-ha.1";
    /// It was limbered for a rout, and goes there.
    BOUND_FOR_THE_ROUT = "bound_for_the_rout", "opt.position";
    /// Artillery does not charge.
    NEVER_CHARGES = "never_charges", "9.4.C";
    /// The target is not in a straight way.
    OUT_OF_REACH = "out_of_reach", "5.3.A";
    /// In recall.
    IN_RECALL = "in_recall", "3.5";
    /// After a change of skirmish status.
    SKIRMISH_CHANGED = "skirmish_changed", "10.6.E";
    /// It has turned too far, or turned and changed formation.
    TURNED_TOO_FAR = "turned_too_far", "4.1.C";
    /// No wheel so wide.
    WIDE_WHEEL = "wide_wheel", "5.2.C";
    /// Three charges running.
    CHARGED_THRICE = "charged_thrice", "5.3.F";
    /// Lying down.
    IS_PRONE = "is_prone", "opt.anti-artillery";
    /// A mass does not charge.
    MASS_CANNOT_CHARGE = "mass_cannot_charge", "10.5.G";
    /// Its command lost its general.
    COMMAND_LOST_GENERAL = "command_lost_general", "2.56";
    /// It does not see its target.
    TARGET_NOT_SEEN = "target_not_seen", "2.1.E";
    /// Heavy woods in its way.
    WOODS_IN_THE_WAY = "woods_in_the_way", "11.5.B";
    /// A ford in its way.
    FORD_IN_THE_WAY = "ford_in_the_way", "11.3.C";
    /// A friend in its way.
    FRIEND_IN_THE_WAY = "friend_in_the_way", "5.2.D";
    /// Not this kind of target.
    NOT_THIS_TARGET = "not_this_target", "5.3.E";
    /// Unformed cavalry does not charge formed cavalry.
    NOT_FORMED_CAVALRY = "not_formed_cavalry", "5.2.K";
    /// Skirmishers do not charge that.
    NOT_BY_SKIRMISHERS = "not_by_skirmishers", "10.6.I";
    /// Cossacks do not charge that.
    NOT_FOR_COSSACKS = "not_for_cossacks", "10.3.F";
    /// It cannot charge for another reason.
    CANNOT_CHARGE = "cannot_charge", "5.1";
    /// Its change of formation leaves it no move.
    NO_MOVE_LEFT = "no_move_left", "4.1.E";
    /// Charged units do not move, nor do chargers.
    CHARGES_OR_CHARGED = "charges_or_charged", "6.11";
    /// Guns in position do not march.
    LIMBER_FIRST = "limber_first", "6.31";
    /// Guns on the march do not do that.
    UNLIMBER_FIRST = "unlimber_first", "6.31";
    /// Only artillery does that.
    ONLY_GUNS = "only_guns", "6.31";
    /// Only infantry and cavalry do that.
    NOT_FOR_GUNS = "not_for_guns", "6.11";
    /// Only horse artillery gallops.
    ONLY_HORSE_ARTILLERY = "only_horse_artillery", "6.3.D";
    /// Horse artillery that gallops does not unlimber so near an enemy.
    UNLIMBERS_TOO_NEAR = "unlimbers_too_near", "6.32";
    /// A battery that turns does it before it moves.
    TURN_FIRST = "turn_first", "6.33";
    /// No strategic march near the enemy.
    ENEMY_WITHIN_1000 = "enemy_within_1000", "6.4";
    /// Only in column, never skirmishers.
    MARCH_IN_COLUMN = "march_in_column", "6.4";
    /// Cavalry in recall moves only home.
    RECALL_MOVES_HOME = "recall_moves_home", "3.5";
    /// A cavalry line does not shift so far.
    SHIFT_TOO_FAR = "shift_too_far", "6.11";
    /// A battery that fired does not limber and move.
    FIRED_BEFORE = "fired_before", "6.31.H";
    /// A change of both facing and formation forbids wheels.
    NO_WHEEL = "no_wheel", "4.2.C";
    /// It is not in a zone, or the zone is not contested.
    NOT_IN_ZONE = "not_in_zone", "12.4.B";
    /// In a zone it does not do that.
    IN_A_ZONE = "in_a_zone", "12.4.A";
    /// It may not leave its zone yet, or is in garrison.
    ZONE_TRAFFIC = "zone_traffic", "12.2";
    /// No zone or sector of that name.
    NO_SUCH_ZONE = "no_such_zone", "12.1";
    /// No sector of the zone is free for it.
    ZONE_FULL = "zone_full", "12.2";
    /// Elephants do not charge that, or not so.
    NOT_BY_ELEPHANTS = "not_by_elephants", "opt.india";
    /// Garrisons stay in their sectors.
    GARRISON_STAYS = "garrison_stays", "12.5.C";
    /// He is not on the table, or bound to his unit.
    GENERAL_BOUND = "general_bound", "2.53";
    /// The option is not used.
    NO_DIRECTIVES = "no_directives", "2.4";
    /// He is not above the other, or the other gets no directives.
    NOT_ABOVE_HIM = "not_above_him", "2.4";
    /// Its directive leads elsewhere.
    DIRECTIVE_FORBIDS = "directive_forbids", "2.4";
    /// Out of his control radius, or he is no player casting.
    CANNOT_FOLLOW = "cannot_follow", "2.3";
    /// Only skirmishers fire at generals and couriers.
    NO_RIDER_THERE = "no_rider_there", "2.51";
    /// Garrison batteries fire in the initial phase only.
    GARRISON_FIRED = "garrison_fired", "12.4.E";
    /// A position battery stays where it is.
    IN_POSITION = "in_position", "opt.position";
    /// No company of engineers is there to be had, or none is played.
    NO_ENGINEERS_HERE = "no_engineers_here", "opt.engineers.A";
    /// Engineers go with infantry in good morale.
    ONLY_INFANTRY_HOSTS = "only_infantry_hosts", "opt.engineers.A";
    /// No engineers in its zone can break or make a bridge now.
    NO_BRIDGE_WORK = "no_bridge_work", "opt.engineers.B";
    /// It is no battle of a campaign.
    NO_CAMPAIGN = "no_campaign", "9.8.D";
    /// It has a way back.
    NOT_ISOLATED = "not_isolated", "9.8.D";
    /// Flank areas are not used, or only the other side uses them.
    NO_FLANK_AREAS = "no_flank_areas", "6.5";
    /// It is not at that edge of the table.
    NOT_AT_THE_EDGE = "not_at_the_edge", "6.5";
    /// It is on the table.
    NOT_BESIDE = "not_beside", "6.5";
    /// That area is not beside its own.
    NOT_ADJACENT = "not_adjacent", "6.5";
    /// Farther than its road rate, or beyond the end of the flank area.
    ROAD_RATE = "road_rate", "6.5";
    /// An enemy is within 200 yards of that place of the baseline.
    BASELINE_OVERRUN = "baseline_overrun", "6.5";
    /// Its side does not scout twice as well as the other.
    NO_DEPLOYMENT = "no_deployment", "opt.scouting";
    /// Not in its own half of the table.
    BEYOND_THE_CENTRE = "beyond_the_centre", "opt.scouting";
    /// There is no river to search, or it was searched.
    NO_FORD_SEARCH = "no_ford_search", "11.3.F.2";
}
