import Foundation
import SwiftData

@Model final class Song { var title: String; init(title: String) { self.title = title } }

func configurations(in folder: URL) throws -> [ModelConfiguration.ID] {
  var all = [
    ModelConfiguration(), ModelConfiguration(isStoredInMemoryOnly: true), ModelConfiguration("a"),
    ModelConfiguration(for: Song.self), ModelConfiguration(for: Song.self, isStoredInMemoryOnly: true),
    ModelConfiguration(schema: Schema([Song.self]), isStoredInMemoryOnly: true),
    ModelConfiguration(
      "b", schema: nil, isStoredInMemoryOnly: false, allowsSave: false,
      groupContainer: .identifier("group.songs"), cloudKitDatabase: .private("iCloud.songs")),
    ModelConfiguration(groupContainer: .none, cloudKitDatabase: .none),
    ModelConfiguration(url: folder.appendingPathComponent("c.store"), cloudKitDatabase: .automatic),
    ModelConfiguration("d", schema: Schema(), url: folder, allowsSave: true),
  ]
  all[0].schema = Schema([Song.self])
  for configuration in all where configuration.allowsSave && !configuration.isStoredInMemoryOnly {
    try configuration.validate()
  }
  let text = all.map { "\($0.name) \($0.url) \($0.debugDescription)" }
  let identifiers = all.map { ($0.groupAppContainerIdentifier, $0.cloudKitContainerIdentifier) }
  let choices: [any Sendable] = [all[0].groupContainer, all[0].cloudKitDatabase, all[1]]
  let store: ModelConfiguration.Store.Type = DefaultStore.self
  print(text, identifiers, choices, store)
  return Set(all).map(\.id)
}
