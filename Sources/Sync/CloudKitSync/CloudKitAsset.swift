import Foundation
import SyncHTTP

/// A file that belongs to a record, as described in requests and answers.
struct CloudKitAsset: Hashable {
  private let texts: [String: String]
  let size: Int64

  /// The maximum size of an asset in CloudKit.
  static let limit: Int64 = 50 << 20

  /// Reads an asset from a field, or from the answer to an upload; nil if there is none.
  init?(_ json: JSONValue?) {
    guard let members = try? json?.object, let size = members["size"]?.lenientInteger else {
      return nil
    }
    texts = members.compactMapValues { try? $0.string }.filter { $0.key != "size" }
    self.size = size
  }

  /// The checksum of the bytes; nil if CloudKit does not return one.
  var checksum: String? { texts["fileChecksum"] }

  /// The temporary address of the bytes, with a file name inserted.
  var address: String? { texts["downloadURL"]?.replacingOccurrences(of: "${f}", with: "piece") }

  var json: JSONValue {
    .object(texts.mapValues(JSONValue.string).merging(["size": .integer(size)]) { $1 })
  }
}

/// What happens to the asset of a property when its record is written.
enum CloudKitAssetUse {
  /// The value is in this newly uploaded asset.
  case sent(CloudKitAsset)
  /// The value is in the existing asset.
  case kept(checksum: String)
  /// The existing asset does not contain the value.
  case removed
}

/// An asset that a record has instead of a property's field.
struct CloudKitPlacedAsset {
  let property: String
  let asset: CloudKitAsset
  /// The type of the value when this library wrote it; nil if another program wrote it.
  let type: String?
}
