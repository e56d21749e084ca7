import Foundation
import OpenSwiftData
import Testing

@Suite("Sequences of notifications")
struct NotificationsTests {
  private static let name = Notification.Name("NotificationsTests")

  @Test func sequencesDeliverEveryPostedNotification() async {
    let (center, sender, other) = (NotificationCenter(), NSObject(), NSObject())
    var all = center.notifications(named: Self.name).makeAsyncIterator()
    var own = center.notifications(named: Self.name, object: sender).makeAsyncIterator()
    for number in 0..<100 {
      center.post(
        name: Self.name, object: number.isMultiple(of: 2) ? sender : other,
        userInfo: ["number": number])
      center.post(name: Notification.Name("NotificationsTests.other"), object: sender)
    }
    for number in 0..<100 { #expect(await all.next()?.userInfo?["number"] as? Int == number) }
    for number in 0..<50 { #expect(await own.next()?.userInfo?["number"] as? Int == number * 2) }
  }

  @Test func sequencesEndWithTheirTask() async {
    let center = NotificationCenter()
    let task = Task {
      var count = 0
      for await _ in center.notifications(named: Self.name) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  /// The way in which apps await saves of a context.
  @Test func sequencesReportSavesOfAContext() async throws {
    let container = try ModelContainer(
      for: Notified.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    var saves = NotificationCenter.default.notifications(
      named: ModelContext.didSave, object: context
    )
    .makeAsyncIterator()
    let model = Notified()
    context.insert(model)
    try context.save()
    let inserted = await saves.next()?.userInfo?["inserted"] as? [PersistentIdentifier]
    #expect(inserted == [model.persistentModelID])
  }

  @Model
  final class Notified {
    var number = 0
    init() {}
  }
}

@Suite("Folders of apps")
struct DirectoryTests {
  @Test func appFoldersHaveFileURLs() {
    for url in [URL.applicationSupportDirectory, .documentsDirectory, .cachesDirectory] {
      #expect(url.isFileURL)
      #expect(url.hasDirectoryPath)
      #expect(url.path.hasPrefix("/"))
    }
    #expect(URL.applicationSupportDirectory != URL.cachesDirectory)
  }
}
