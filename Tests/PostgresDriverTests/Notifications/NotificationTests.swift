import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Notifications", .needsPostgres)
struct NotificationTests {
  @Test func connectionsReceiveNotifications() throws {
    let connection = try TestConnection.open()
    let other = try TestConnection.open()
    var heard: [String] = []
    connection.onNotification = { heard.append("\($0.channel): \($0.payload)") }
    let channel = "heard_\(connection.serverProcess)"
    try connection.execute("LISTEN \(channel)")
    #expect(try !connection.waitForNotifications(.milliseconds(10)))
    try other.transaction {
      try other.notify(channel, "é 1")
      try other.notify(channel, "2")
    }
    #expect(try connection.waitForNotifications(.seconds(20)))
    #expect(heard == ["\(channel): é 1", "\(channel): 2"])
    // Notifications that arrive with results of other statements.
    try other.notify(channel, "3")
    while heard.count < 3 { _ = try connection.rows("SELECT 1") }
    #expect(heard.last == "\(channel): 3")
  }

  @Test func tasksReceiveNotifications() async throws {
    let settings = PostgresSettings(try PostgresServer.shared.address())
    let other = try TestConnection.open()
    let channel = "Task \"\(other.serverProcess)"
    let listener = try PostgresListener(settings, channels: [channel])
    var heard: [String] = []
    for try await event in listener.events {
      switch event {
      case .listening: for number in 1...3 { try other.notify(channel, "\(number)") }
      case .notification(let notification):
        #expect(notification.process == other.serverProcess)
        heard.append(notification.payload)
      }
      if heard.count == 3 { listener.end() }
    }
    #expect(heard == ["1", "2", "3"])
  }

  @Test func notificationsEndWithTheConnection() async throws {
    let name = "listener_\(Int.random(in: 0...Int.max))"
    let settings = PostgresSettings(try PostgresServer.shared.address(), applicationName: name)
    let other = try TestConnection.open()
    let listener = try PostgresListener(settings, channels: ["a", "b"])
    let error = await #expect(throws: SQLError.self) {
      for try await event in listener.events where event == .listening {
        try other.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
          [.text(name)])
      }
    }
    #expect(error?.kind == .connectionLost)
    let nowhere = try PostgresListener(
      PostgresSettings("postgres://tester@127.0.0.1:1/x"), channels: ["a"])
    let refused = await #expect(throws: SQLError.self) { for try await _ in nowhere.events {} }
    #expect(refused?.kind == .cannotOpen)
  }

  @Test func unusedListenersCloseTheirConnection() async throws {
    let name = "silent_\(Int.random(in: 0...Int.max))"
    let settings = PostgresSettings(try PostgresServer.shared.address(), applicationName: name)
    var listener: PostgresListener? = try PostgresListener(settings, channels: ["a"])
    if let events = listener?.events {
      for try await event in events where event == .listening { break }
    }
    listener = nil
    let other = try TestConnection.open()
    let query = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1"
    while try !other.rows(query, [.text(name)]).isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
