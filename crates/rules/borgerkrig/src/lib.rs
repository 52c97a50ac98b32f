//! Taktisk krigsspil fra den amerikanske borgerkrig, 2nd edition 1992: tables and procedures.
