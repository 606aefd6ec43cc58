//! Two holdings of one suit, as players write them: `AJ109 / K32`, `AJ10x opposite Kxx`.

use falsecard_bridge::cards::{Holding, Rank};

/// Reads declarer's two holdings of a suit, apart by `/`, `opposite` or a blank; `-` is a void, and
/// an `x` the lowest card that is not named.
///
/// ```
/// use falsecard::notation::read_suit;
///
/// let [first, second] = read_suit("AJ10x opposite Kxx")?;
/// assert_eq!((first.to_string(), second.to_string()), ("AJT2".to_owned(), "K43".to_owned()));
/// assert!(read_suit("AKQ").unwrap_err().starts_with("expected two holdings"));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// A sentence that says what is wrong, and what would be right.
pub fn read_suit(text: &str) -> Result<[Holding; 2], String> {
    let apart = text.replace("opposite", "/").replace(',', "/");
    let parts: Vec<&str> = if apart.contains('/') {
        apart.split('/').map(str::trim).collect()
    } else {
        apart.split_whitespace().collect()
    };
    let [first, second] = parts[..] else {
        return Err("expected two holdings of a suit, as in \"AJ109 / K32\"".to_owned());
    };
    let mut named = Holding::EMPTY;
    let mut read = |part: &str| -> Result<(Holding, usize), String> {
        let (mut holding, mut small) = (Holding::EMPTY, 0);
        for letter in part.replace("10", "T").chars().filter(|it| !it.is_whitespace() && *it != '-')
        {
            if letter.eq_ignore_ascii_case(&'x') {
                small += 1;
                continue;
            }
            let rank: Rank = letter.to_string().parse().map_err(|_| {
                format!(
                    "'{letter}' is no card: expected A K Q J 10 9 to 2, x for a small card, - \
                    for none"
                )
            })?;
            if !named.insert(rank) {
                return Err(format!("the {letter} stands twice"));
            }
            holding.insert(rank);
        }
        Ok((holding, small))
    };
    let [first, second] = [read(first)?, read(second)?];
    let mut free = (Holding::ALL - named).iter().rev();
    let mut with_small = |(mut holding, small): (Holding, usize)| -> Result<Holding, String> {
        for _ in 0..small {
            holding.insert(free.next().ok_or("a suit has thirteen cards")?);
        }
        Ok(holding)
    };
    Ok([with_small(first)?, with_small(second)?])
}
