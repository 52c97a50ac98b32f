//! Every modifier the procedures apply and every combination they refuse, with its rule. The words stand in `messages/`.

krigsspil_engine::modifiers! {}
krigsspil_engine::refusals! {}
