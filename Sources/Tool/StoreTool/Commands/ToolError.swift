import CommandLineTool
import Foundation
import SQLCore
import SwiftDataErrors

/// Why a command failed: what went wrong and where, and what to do about it.
package struct ToolError: Error, Hashable, Sendable, CustomStringConvertible {
  package var status: ExitStatus
  /// What went wrong, as complete sentences.
  package var message: String
  /// What to do about it; nil if there is no advice.
  package var advice: String?

  package init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
    (self.status, self.message, self.advice) = (status, message, advice)
  }

  /// An error about a command line that is not understood.
  package static func usage(_ message: String, advice: String? = nil) -> ToolError {
    ToolError(.usage, message, advice: advice)
  }

  package var description: String { [message, advice].compactMap(\.self).joined(separator: "\n") }

  /// Converts any error to one that the tool reports.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - isOpening: Whether the error was thrown while a store was being opened.
  package init(_ error: any Error, isOpening: Bool = false) {
    if let error = error as? ToolError {
      self = error
      return
    }
    if let error = error as? UsageError {
      self = .usage(error.message, advice: error.advice(of: Tool.name))
      return
    }
    let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    let advice = (error as? any LocalizedError)?.recoverySuggestion
    var status = isOpening ? ExitStatus.cannotOpen : .failed
    if let error = error as? SwiftDataError {
      if error == .unsupportedPredicate || error == .unsupportedKeyPath { status = .usage }
      if Self.damages.contains(error) { status = .cannotOpen }
    }
    self.init(status, text, advice: advice)
  }

  private static let damages: Set<SwiftDataError> = [
    .storeIsCorrupt, .storeIsNotADatabase, .storeIsLocked, .storeIsNewer, .storeHasMoved,
    .storeCannotBeOpened,
  ]
}

extension SwiftDataError {
  /// Whether the error reports damage within a file whose other contents may be readable.
  var isOfContent: Bool {
    // A lack of resources in the process does not mean that the file is damaged.
    if let kind = (underlyingError as? SQLError)?.kind,
      [.tooManyConnections, .outOfMemory].contains(kind)
    {
      return false
    }
    return [.storeIsCorrupt, .storeCannotBeOpened, .valueCannotBeRead].contains(self)
  }
}
