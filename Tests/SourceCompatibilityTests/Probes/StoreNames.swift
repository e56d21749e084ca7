// Covers (OS 27):
// ModelContainer.storeIdentifier(forConfigurationNamed:)/configurationName(forStoreIdentifier:),
// SwiftDataError.unknownDataStoreSchema.
import Foundation
import SwiftData

func additions(_ container: ModelContainer) -> [String?] {
    let id: String? = container.storeIdentifier(forConfigurationNamed: "main")
    let name: String? = container.configurationName(forStoreIdentifier: id ?? "")
    _ = SwiftDataError.unknownDataStoreSchema
    return [id, name]
}
