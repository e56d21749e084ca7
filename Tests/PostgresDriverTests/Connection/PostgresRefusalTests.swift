import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Refused connections")
struct PostgresRefusalTests {
  /// By the error code, in any language of the server; by the message if there is no code.
  @Test(
    arguments: [
      (
        "connection to server at \"::1\", port 1 failed: FATAL:  53300: sorry, too many clients",
        "connection to server at \"::1\", port 1 failed: FATAL:  sorry, too many clients", "53300",
        .tooManyConnections
      ),
      (
        "Verbindung fehlgeschlagen: FATAL:  28P01: Passwort-Authentifizierung: falsch",
        "Verbindung fehlgeschlagen: FATAL:  Passwort-Authentifizierung: falsch", "28P01",
        .authenticationFailed
      ),
      ("ERREUR:  57P03: le système démarre", "ERREUR:  le système démarre", "57P03", .notReady),
      (
        "FATAL:  08P01: no more connections allowed (too many connections)",
        "FATAL:  no more connections allowed (too many connections)", "08P01", .tooManyConnections
      ),
      ("could not translate host name", "could not translate host name", "", .cannotOpen),
      ("FATAL:  53300", "FATAL:  53300", "", .cannotOpen), ("", "", "", .cannotOpen),
      (
        "sorry, too many clients already", "sorry, too many clients already", "",
        .tooManyConnections
      ),
    ] as [(String, String, String, SQLError.Kind)])
  func refusalsAreClassifiedByCode(
    _ text: String, _ message: String, _ state: String, _ kind: SQLError.Kind
  ) {
    let refusal = PostgresRefusal(text)
    #expect(refusal.message == message)
    #expect(refusal.state == state)
    #expect(refusal.kind == kind)
  }
}
