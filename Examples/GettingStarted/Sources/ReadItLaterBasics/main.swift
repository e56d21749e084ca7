// Addresses to read later, which one property puts in the inbox, the bookmarks or the archive. The
// store of the previous version is migrated without any code.
import SwiftData

// MARK: - Models

enum BookmarkStatus: String, Codable, CaseIterable {
  case inbox = "inbox"
  case bookmark = "bookmark"
  case archive = "archive"

  var displayName: String {
    switch self {
    case .inbox: return "Inbox"
    case .bookmark: return "Bookmarks"
    case .archive: return "Archive"
    }
  }
}

struct AppV2Schema: VersionedSchema {
  static let models: [any PersistentModel.Type] = [Bookmark.self]
  static let versionIdentifier: Schema.Version = .init(2, 0, 0)

  @Model
  final class Bookmark {
    var id: UUID = UUID()
    var createdAt: Date = Date.now
    var url: String?
    var title: String?

    init(url: String, title: String = "") {
      self.url = url
      self.title = title
    }
  }
}

struct AppV3Schema: VersionedSchema {
  static let models: [any PersistentModel.Type] = [Bookmark.self]
  static let versionIdentifier: Schema.Version = .init(3, 0, 0)

  @Model
  final class Bookmark {
    var id: UUID = UUID()
    var createdAt: Date = Date.now
    var url: String?
    var title: String?
    // New properties have a default value, which the stored bookmarks receive.
    var statusRawValue: String = BookmarkStatus.inbox.rawValue
    var statusChangedAt: Date = Date.now

    var status: BookmarkStatus {
      get { BookmarkStatus(rawValue: statusRawValue) ?? .inbox }
      set {
        statusRawValue = newValue.rawValue
        statusChangedAt = Date.now
      }
    }

    init(url: String, title: String = "", status: BookmarkStatus = .inbox) {
      self.url = url
      self.title = title
      self.statusRawValue = status.rawValue
      self.statusChangedAt = Date.now
    }
  }
}

typealias Bookmark = AppV3Schema.Bookmark

struct AppMigrationPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [AppV2Schema.self, AppV3Schema.self]
  static let stages: [MigrationStage] = []
}

// MARK: - Repository

enum InboxConfiguration {
  static let maxItems: Int = 50
}

struct BookmarkData: Equatable {
  let url: String
  let title: String
  var status: BookmarkStatus = .inbox
}

final class BookmarkRepository {
  private let modelContext: ModelContext

  init(modelContext: ModelContext) {
    self.modelContext = modelContext
  }

  func add(_ bookmarkData: BookmarkData) {
    let newBookmark = Bookmark(
      url: bookmarkData.url, title: bookmarkData.title, status: bookmarkData.status)
    modelContext.insert(newBookmark)
  }

  func delete(_ bookmark: Bookmark) {
    modelContext.delete(bookmark)
  }

  func updateStatus(_ bookmark: Bookmark, to status: BookmarkStatus) {
    bookmark.status = status
  }

  func bookmarks(_ status: BookmarkStatus) throws -> [Bookmark] {
    let statusValue = status.rawValue
    return try modelContext.fetch(
      FetchDescriptor(
        predicate: #Predicate { $0.statusRawValue == statusValue },
        sortBy: [SortDescriptor(\.title)]))
  }

  func countByStatus(_ status: BookmarkStatus) throws -> Int {
    let statusValue = status.rawValue
    let predicate = #Predicate<Bookmark> { $0.statusRawValue == statusValue }
    return try modelContext.fetchCount(FetchDescriptor(predicate: predicate))
  }

  func canAddToInbox() throws -> Bool {
    try remainingInboxCapacity() > 0
  }

  func remainingInboxCapacity() throws -> Int {
    max(0, InboxConfiguration.maxItems - (try countByStatus(.inbox)))
  }
}

// MARK: - Main

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let configuration = ModelConfiguration(url: folder.appendingPathComponent("bookmarks.store"))

// The previous version of the app saved some bookmarks.
func saveWithPreviousVersion() throws {
  let container = try ModelContainer(
    for: AppV2Schema.Bookmark.self, configurations: configuration)
  let context = ModelContext(container)
  for title in ["Swift", "SQLite", "PostgreSQL"] {
    context.insert(
      AppV2Schema.Bookmark(url: "https://\(title.lowercased()).org", title: title))
  }
  try context.save()
}
try saveWithPreviousVersion()

let container = try ModelContainer(
  for: Bookmark.self, migrationPlan: AppMigrationPlan.self, configurations: configuration)
let context = ModelContext(container)
let repository = BookmarkRepository(modelContext: context)

func show(_ title: String, _ repository: BookmarkRepository) throws {
  print("\(title):")
  for status in BookmarkStatus.allCases {
    let titles = try repository.bookmarks(status).prefix(3).map { $0.title ?? "No title" }
    print("  \(status.displayName): \(try repository.countByStatus(status))", terminator: "")
    print(titles.isEmpty ? "" : " (\(titles.joined(separator: ", ")))")
  }
}

try show("After the migration", repository)

for bookmark in try repository.bookmarks(.inbox) {
  switch bookmark.title {
  case "Swift": repository.updateStatus(bookmark, to: .bookmark)
  case "SQLite": repository.updateStatus(bookmark, to: .archive)
  default: repository.delete(bookmark)
  }
}
try context.save()
try show("After sorting the inbox", repository)

var number = 0
while try repository.canAddToInbox() {
  number += 1
  repository.add(BookmarkData(url: "https://example.com/\(number)", title: "Article \(number)"))
}
try context.save()
try show("After filling the inbox", repository)
print("Space in the inbox: \(try repository.remainingInboxCapacity())")
