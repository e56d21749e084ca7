import Foundation
import SQLCore
import SwiftDataErrors

/// The reason why files could not be written, and advice that fits the reason.
package struct WriteFailure {
  /// The reason, as a sentence.
  package let reason: String
  /// What to do about it, as a sentence.
  package let advice: String

  /// - Parameter error: An error of the system, of Foundation, of SQLite, or of this library.
  package init(_ error: any Error) {
    if let number = Self.number(error) {
      reason = "\(String(cString: strerror(number)))."
      advice = Self.advice(number)
    } else {
      reason = (error as? SQLError).map { "\($0.message)." } ?? error.localizedDescription
      advice = (error as? SwiftDataError)?.recoverySuggestion ?? Self.generalAdvice
    }
  }

  private static let generalAdvice =
    "Check that the disk works and has free space, and that you may write there."

  private static func advice(_ number: Int32) -> String {
    switch number {
    case ENOSPC, EDQUOT: "Free some disk space, and try again."
    case EFBIG: "Raise the limit of file sizes (ulimit -f), or use a disk that allows larger files."
    case EACCES, EPERM: "Choose a folder that you may write to, or ask for permission."
    case EROFS: "Choose a folder on a disk that is not read-only."
    case ENOENT: "Create the folder first, or choose another path."
    case EEXIST, ENOTEMPTY: "Choose another path, or move the existing file away."
    case EISDIR: "Choose another path, or move the existing folder away."
    case ENOTDIR: "Choose a path in a folder, not in a file."
    case ENAMETOOLONG: "Choose a shorter path."
    case ELOOP: "Choose a path without symbolic links."
    case EMFILE, ENFILE: "Raise the limit of open files (ulimit -n), and try again."
    case EIO: "Check the disk and the system's log, and try again."
    default: generalAdvice
    }
  }

  /// The number of the system error that caused an error; nil if it has another cause.
  private static func number(_ error: any Error) -> Int32? {
    switch error {
    case let error as POSIXError: error.code.rawValue
    case let error as SQLError: number(ofSQL: error.kind)
    case let error as SwiftDataError: number(ofStore: error)
    default: number(ofFoundation: error as NSError)
    }
  }

  private static func number(ofStore error: SwiftDataError) -> Int32? {
    if let cause = error.underlyingError, let found = number(cause) { return found }
    if error == .storeIsFull { return ENOSPC }
    return error == .storeIsReadOnly ? EACCES : nil
  }

  private static func number(ofSQL kind: SQLError.Kind) -> Int32? {
    switch kind {
    case .diskFull: ENOSPC
    case .readOnly, .permissionDenied: EACCES
    case .tooManyConnections: EMFILE
    case .inputOutput: EIO
    default: nil
    }
  }

  private static func number(ofFoundation error: NSError) -> Int32? {
    if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
    let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error
    if let cause, let found = number(cause) { return found }
    guard error.domain == NSCocoaErrorDomain else { return nil }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileWriteOutOfSpace: return ENOSPC
    case .fileWriteNoPermission, .fileReadNoPermission: return EACCES
    case .fileWriteVolumeReadOnly: return EROFS
    case .fileNoSuchFile, .fileReadNoSuchFile: return ENOENT
    case .fileWriteFileExists: return EEXIST
    default: return nil
    }
  }
}
