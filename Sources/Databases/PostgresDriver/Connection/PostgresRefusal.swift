import SQLCore

/// The reason why a connection could not be opened, parsed from libpq's message, which contains a
/// SQLSTATE if the server refused.
struct PostgresRefusal {
  /// The message without the SQLSTATE.
  let message: String
  /// The SQLSTATE; empty if the server did not send one.
  let state: String

  /// - Parameter text: libpq's verbose message; it ends in `FATAL:  28P01: …`, in the server's
  ///   language.
  init(_ text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let place = parts.indices.last { index in
      index > 0 && index + 1 < parts.count && Self.isState(parts[index])
    }
    guard let place else {
      (message, state) = (text, "")
      return
    }
    state = String(parts[place].drop { $0 == " " })
    parts.remove(at: place)
    // Keeps the two blanks in front of the code as the separator.
    parts[place] = "  \(parts[place].drop { $0 == " " })"
    message = parts.joined(separator: ":")
  }

  /// Whether a part consists of two blanks and a SQLSTATE.
  private static func isState(_ part: Substring) -> Bool {
    part.utf8.count == 7 && part.hasPrefix("  ")
      && part.dropFirst(2).allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
  }

  var kind: SQLError.Kind {
    guard state.isEmpty else {
      let kind = SQLState.kind(state)
      // Other servers, and poolers, have their own codes for what they cannot serve.
      return kind == .other || kind == .connectionLost ? kindOfText : kind
    }
    return kindOfText
  }

  /// The kind of error, recognized by the English messages of libpq and poolers.
  private var kindOfText: SQLError.Kind {
    if message.contains("too many clients") || message.contains("too many connections")
      || message.contains("remaining connection slots")
    {
      return .tooManyConnections
    }
    if message.contains("the database system is") { return .notReady }
    if message.contains("authentication failed") || message.contains("no password supplied")
      || message.contains("pg_hba.conf")
    {
      return .authenticationFailed
    }
    return .cannotOpen
  }
}
