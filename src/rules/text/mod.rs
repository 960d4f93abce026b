//! Texts that show what templating did to them.

mod exponent_float;
mod missing_value;
mod printed_value;
mod swallowed_key;
mod template_leftover;

registry!["text":
    exponent_float,
    missing_value,
    printed_value,
    swallowed_key,
    template_leftover,
];
