import Foundation
import SwiftData

final class Values<Owner: PersistentModel>: BackingData {
  var persistentModelID: PersistentIdentifier?
  var metadata: Any { "values" }
  private var known: [AnyKeyPath: Any] = [:]

  init(for modelType: Owner.Type) {}

  func getValue<Value>(forKey key: KeyPath<Owner, Value>) -> Value where Value: Decodable {
    known[key] as! Value
  }
  func getValue<Value>(forKey key: KeyPath<Owner, Value>) -> Value where Value: PersistentModel {
    known[key] as! Value
  }
  func getValue<Value>(forKey key: KeyPath<Owner, Value?>) -> Value? where Value: PersistentModel {
    known[key] as? Value
  }
  func getValue<Value, OtherModel>(forKey key: KeyPath<Owner, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    known[key] as! Value
  }
  func getValue<Value, OtherModel>(forKey key: KeyPath<Owner, Value>) -> Value
  where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    known[key] as! Value
  }
  func getTransformableValue<Value>(forKey key: KeyPath<Owner, Value>) -> Value {
    known[key] as! Value
  }
  func setValue<Value>(forKey key: KeyPath<Owner, Value>, to value: Value) where Value: Encodable {
    known[key] = value
  }
  func setValue<Value>(forKey key: KeyPath<Owner, Value>, to value: Value)
  where Value: PersistentModel { known[key] = value }
  func setValue<Value>(forKey key: KeyPath<Owner, Value?>, to value: Value?)
  where Value: PersistentModel { known[key] = value }
  func setValue<Value, OtherModel>(forKey key: KeyPath<Owner, Value>, to value: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement { known[key] = value }
  func setValue<Value, OtherModel>(forKey key: KeyPath<Owner, Value>, to value: Value)
  where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    known[key] = value
  }
  func setTransformableValue<Value>(forKey key: KeyPath<Owner, Value>, to value: Value) {
    known[key] = value
  }
}

@Model final class River { var length: Int; var mouth: River?; var arms: [River] = []
  init(length: Int) { self.length = length } }

final class Lake: PersistentModel {
  var persistentBackingData: any BackingData<Lake>
  required init(backingData: any BackingData<Lake>) { persistentBackingData = backingData }
  init(depth: Double) {
    persistentBackingData = Lake.createBackingData()
    self.depth = depth
  }
  var depth: Double {
    get { getValue(forKey: \.depth) }
    set { setValue(forKey: \.depth, to: newValue) }
  }
  var inflow: River? {
    get { getValue(forKey: \.inflow) }
    set { setValue(forKey: \.inflow, to: newValue) }
  }
  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "depth", keypath: \Lake.depth, defaultValue: 1.0, metadata: nil),
      .init(name: "inflow", keypath: \Lake.inflow, metadata: Schema.Relationship(deleteRule: .deny)),
    ]
  }
}

func make<M: PersistentModel>(_ type: M.Type) -> (M, M.Root.Type) {
  let data: some BackingData<M> = M.createBackingData()
  return (M(backingData: data), M.Root.self)
}

func handle(_ river: River, _ lake: Lake) -> Int {
  let values = Values<River>(for: River.self)
  values.setValue(forKey: \.length, to: 3)
  let erased: any BackingData<River> = values
  river.persistentBackingData = erased
  let length: Int = river.getValue(forKey: \.length)
  let mouth: River? = river.getValue(forKey: \.mouth)
  let arms: [River] = river.getValue(forKey: \.arms)
  river.setValue(forKey: \.arms, to: arms + [mouth].compactMap(\.self))
  lake.inflow = make(River.self).0
  return length + River.schemaMetadata.count + Lake.schemaMetadata.count
}
