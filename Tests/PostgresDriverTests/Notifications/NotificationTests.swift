import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Notifications", .needsPostgres)
struct NotificationTests {
  @Test func connectionsReceiveNotifications() throws {
    let connection = try TestConnection.open()
    let other = try TestConnection.open()
    let channel = "heard \"\(connection.serverProcess)"
    try connection.listenForChanges(on: channel)
    #expect(try !connection.waitForNotifications(.milliseconds(10)))
    try other.transaction {
      try other.notify(channel, "é 1")
      try other.notify(channel, "2")
    }
    #expect(try connection.waitForNotifications(.seconds(20)))
    #expect(connection.heard == (2, true))
    #expect(connection.changeCount(without: "é 1") == 1)
    // Notifications that arrive with results of other statements, and those on other channels.
    try other.notify("other", "4")
    try other.notify(channel, "3")
    while connection.heard.changes < 3 { _ = try connection.rows("SELECT 1") }
    #expect(connection.changeCount(without: "3") == 2)
    #expect(connection.changeCount(without: "4") == 3)
  }
}
