import Foundation
import RecordStore
import SQLCore
import SwiftDataErrors
import Testing

@Suite("Failures of writing files")
struct WriteFailureTests {
  @Test(
    arguments: [
      (ENOSPC, "No space left on device.", "Free some disk space, and try again."),
      (
        EACCES, "Permission denied.",
        "Choose a folder that you may write to, or ask for permission."
      ),
      (EROFS, "Read-only file system.", "Choose a folder on a disk that is not read-only."),
      (ENOENT, "No such file or directory.", "Create the folder first, or choose another path."),
      (
        EFBIG, "File too large.",
        "Raise the limit of file sizes (ulimit -f), or use a disk that allows larger files."
      ),
      (EMFILE, "Too many open files.", "Raise the limit of open files (ulimit -n), and try again."),
    ] as [(Int32, String, String)])
  func adviceFitsTheErrorOfTheSystem(_ number: Int32, _ reason: String, _ advice: String) throws {
    let error = POSIXError(try #require(POSIXErrorCode(rawValue: number)))
    let system = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
    let errors: [any Error] = [
      error, system, SwiftDataError.valueCannotBeStored.explained("It failed.", underlying: error),
      NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteUnknown.rawValue,
        userInfo: [NSUnderlyingErrorKey: system]),
    ]
    for error in errors {
      let failure = WriteFailure(error)
      #expect(failure.reason == reason)
      #expect(failure.advice == advice)
    }
  }

  @Test func fullDiskIsRecognizedInErrorsOfFoundationAndSQLite() {
    let full = SQLError(kind: .diskFull, code: 13, message: "database or disk is full")
    let errors: [any Error] = [
      CocoaError(.fileWriteOutOfSpace), full, SwiftDataError.storeIsFull,
      SwiftDataError.loadIssueModelContainer.explained("It failed.", underlying: full),
    ]
    for error in errors {
      #expect(WriteFailure(error).reason == "No space left on device.")
      #expect(WriteFailure(error).advice == "Free some disk space, and try again.")
    }
  }

  @Test func otherErrorsKeepTheirReasonAndAdvice() {
    let locked = WriteFailure(
      SwiftDataError.storeIsLocked.explained("The file is locked.", advice: "Wait a moment."))
    #expect(locked.reason == "The file is locked.")
    #expect(locked.advice == "Wait a moment.")
    let damaged = WriteFailure(
      SQLError(kind: .corrupt, code: 11, message: "database disk image is malformed"))
    #expect(damaged.reason == "database disk image is malformed.")
    #expect(
      damaged.advice
        == "Check that the disk works and has free space, and that you may write there.")
  }
}
