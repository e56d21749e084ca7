import OpenSwiftData

// Models that outlive their context.

/// The author of drafts; a class that does not use the macro.
final class Writer: PersistentModel {
  var persistentBackingData: any BackingData<Writer>

  init(backingData: any BackingData<Writer>) { persistentBackingData = backingData }

  init(name: String) {
    persistentBackingData = Writer.createBackingData()
    self.name = name
  }

  var name: String {
    get { getValue(forKey: \.name) }
    set { setValue(forKey: \.name, to: newValue) }
  }
  var drafts: [Draft] {
    get { getValue(forKey: \.drafts) }
    set { setValue(forKey: \.drafts, to: newValue) }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(name: "name", keypath: \Writer.name),
      Schema.PropertyMetadata(
        name: "drafts", keypath: \Writer.drafts, defaultValue: [],
        metadata: Schema.Relationship(deleteRule: .cascade, inverse: \Draft.writer)),
    ]
  }
}

final class Draft: PersistentModel {
  var persistentBackingData: any BackingData<Draft>

  init(backingData: any BackingData<Draft>) { persistentBackingData = backingData }

  init(title: String) {
    persistentBackingData = Draft.createBackingData()
    self.title = title
  }

  var title: String {
    get { getValue(forKey: \.title) }
    set { setValue(forKey: \.title, to: newValue) }
  }
  var writer: Writer? {
    get { getValue(forKey: \.writer) }
    set { setValue(forKey: \.writer, to: newValue) }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(name: "title", keypath: \Draft.title),
      Schema.PropertyMetadata(
        name: "writer", keypath: \Draft.writer,
        metadata: Schema.Relationship()),
    ]
  }
}
