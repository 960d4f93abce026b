//! What differs: between two texts, line by line, and between two sets of objects, field by
//! field.
//!
//! [`text`] makes the unified diff of golden files, [`structural`] the changes that reviews and
//! upgrade verdicts are made of. Both return plain data; colour and layout belong to the
//! reports. Nothing here judges whether a change is good or refused.

pub mod text;
