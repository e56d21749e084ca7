import Foundation
import SyncPort

/// Bytes that stand beside a record, as answers and requests describe them.
struct CloudKitAsset: Hashable {
  private let texts: [String: String]
  let size: Int64

  /// The largest one that CloudKit takes.
  static let limit: Int64 = 50 << 20

  /// The asset that a field has, or that an answer to sending bytes describes; nil for none.
  init?(_ json: Any?) {
    guard let json = json as? [String: Any], let size = CloudKitJSON.integer(json["size"]) else {
      return nil
    }
    (texts, self.size) = (json.compactMapValues { $0 as? String }.filter { $0.key != "size" }, size)
  }

  /// What tells the bytes from others; nil where CloudKit does not say.
  var checksum: String? { texts["fileChecksum"] }

  /// Where the bytes are for some time, for a file of a name.
  var address: String? { texts["downloadURL"]?.replacingOccurrences(of: "${f}", with: "piece") }

  var json: [String: Any] { (texts as [String: Any]).merging(["size": size]) { $1 } }
}

/// What becomes of the asset beside a property when its record is written.
enum CloudKitAssetUse {
  /// The value stands in this one.
  case sent(CloudKitAsset)
  /// The value stands in the one that is there.
  case kept(checksum: String)
  /// The one that is there is not the value.
  case removed
}

/// An asset that a record has in the place of a property's field.
struct CloudKitPlacedAsset {
  let property: String
  let asset: CloudKitAsset
  /// What the value was when it was written here; nil where others wrote it.
  let type: String?
}
