//! Lines of text over a connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest line that is accepted, in bytes.
const LONGEST: usize = 4096;

/// How often `stop` is checked while waiting for a line.
const LOOK_UP: Duration = Duration::from_millis(50);

/// The time after which the other side counts as gone if it takes no data.
const TAKES: Duration = Duration::from_secs(10);

/// Sets the options of a connection.
pub(super) fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(LOOK_UP))?;
    stream.set_write_timeout(Some(TAKES))
}

/// Writes a line.
pub(super) fn write(mut stream: &TcpStream, line: &str) -> io::Result<()> {
    stream.write_all(format!("{line}\r\n").as_bytes())
}

/// The incoming lines of a connection.
pub(super) struct LineReader<'a> {
    stream: TcpStream,
    stop: &'a AtomicBool,
    pending: Vec<u8>,
    /// The time by which the next line must arrive; `None` without a limit.
    deadline: Option<Instant>,
}

impl<'a> LineReader<'a> {
    pub(super) const fn new(stream: TcpStream, stop: &'a AtomicBool) -> Self {
        Self { stream, stop, pending: Vec::new(), deadline: None }
    }

    /// The next line, within this time.
    ///
    /// # Errors
    ///
    /// The errors of [`LineReader::next`], and [`ErrorKind::TimedOut`].
    pub(super) fn next_within(&mut self, time: Duration) -> io::Result<String> {
        self.deadline = Some(Instant::now() + time);
        let line = self.next();
        self.deadline = None;
        line
    }

    /// The next line that is not blank, trimmed.
    ///
    /// # Errors
    ///
    /// If the other side has gone or a line is too long; [`ErrorKind::Interrupted`] if `stop` was
    /// set.
    pub(super) fn next(&mut self) -> io::Result<String> {
        loop {
            while let Some(end) = self.pending.iter().position(|byte| b"\r\n".contains(byte)) {
                let line: Vec<u8> = self.pending.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line[..end]);
                if !line.trim().is_empty() {
                    return Ok(line.trim().to_owned());
                }
            }
            if self.pending.len() > LONGEST {
                return Err(io::Error::new(ErrorKind::InvalidData, "a line without end"));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(ErrorKind::Interrupted.into());
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(ErrorKind::TimedOut.into());
            }
            self.more()?;
        }
    }

    fn more(&mut self) -> io::Result<()> {
        let mut bytes = [0; 1024];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                self.pending.extend_from_slice(&bytes[..read]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
                _ => Err(error),
            },
        }
    }
}
