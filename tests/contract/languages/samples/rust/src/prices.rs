pub const LIMIT: i64 = 100;
pub static mut COUNTER: i64 = 0;
pub type Money = i64;

pub trait Priced {
    fn total(&self) -> Money;
}

pub enum Colour {
    Red,
    Green,
}

pub struct Holder<T> {
    inside: T,
}

pub fn count() {
    unsafe {
        COUNTER = COUNTER + 1;
    }
}

/// Take something off an amount.
pub fn discount(amount: Money, rate: i64) -> Money {
    if amount > LIMIT {
        return amount - amount * rate;
    }
    let mut rest = amount;
    while rest > 1000 {
        rest = rest / 2;
    }
    rest
}

pub fn ghost() {}

pub struct Cart {
    pub items: Vec<String>,
    secret: i64,
}

impl Cart {
    pub fn new(owner: String) -> Cart {
        Cart { items: vec![owner], secret: 1 }
    }

    fn size(&self) -> i64 {
        0
    }
}

impl Priced for Cart {
    fn total(&self) -> Money {
        discount(self.size(), self.secret)
    }
}
