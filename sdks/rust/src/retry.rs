//! How long to wait before the next attempt.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use reqwest::header::{HeaderMap, DATE, RETRY_AFTER};

const FIRST: Duration = Duration::from_millis(500);
const MAX: Duration = Duration::from_secs(8);
const MAX_JITTER: f64 = 0.25;
/// A service that asks for more than this is not waited for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// Before retry `retry` (from 0). `random` is in [0, 1).
pub(crate) fn backoff(retry: u32, random: f64) -> Duration {
    let whole = FIRST.saturating_mul(2_u32.saturating_pow(retry)).min(MAX);
    whole.mul_f64(1.0 - MAX_JITTER * random)
}

/// `None` if the service asks for more patience than there is.
pub(crate) fn retry_delay(retry: u32, retry_after: Option<Duration>, random: f64) -> Option<Duration> {
    match retry_after {
        None => Some(backoff(retry, random)),
        Some(asked) => (asked <= MAX_RETRY_AFTER).then_some(asked),
    }
}

/// `Retry-After` as seconds or as a date, which the clock of the service counts from where it is known.
pub(crate) fn read_retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let at = http_date(text)?;
    let sent_at = headers.get(DATE).and_then(|date| http_date(date.to_str().ok()?)).unwrap_or(now);
    Some(at.duration_since(sent_at).unwrap_or_default())
}

/// The one form of dates that HTTP writes: `Sun, 22 Nov 2026 10:00:09 GMT`.
fn http_date(text: &str) -> Option<SystemTime> {
    let date = DateTime::parse_from_rfc2822(text).ok().filter(|_| text.ends_with(" GMT"))?;
    let seconds = u64::try_from(date.timestamp()).ok()?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}
