//! What the page calls. It writes its question where `question` says, calls `answer`, and reads the answer where `answer_at` says. Both texts lie in
//! memory that belongs to this module, so nothing is handed over and nothing must be given back.

use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where a question of so many bytes is to be written.
#[expect(unsafe_code, reason = "the browser finds a function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn question(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question; how many bytes the answer has.
#[expect(unsafe_code, reason = "the browser finds a function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let asked = QUESTION.take();
    let answer = crate::answer(&String::from_utf8_lossy(&asked));
    ANSWER.replace(answer);
    ANSWER.with_borrow(String::len)
}

/// Where the answer stands.
#[expect(unsafe_code, reason = "the browser finds a function by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
