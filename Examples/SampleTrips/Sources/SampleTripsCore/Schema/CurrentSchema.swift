import SwiftData

package typealias CurrentSchema = SampleTripsSchemaV3
package typealias Trip = CurrentSchema.Trip
package typealias BucketListItem = CurrentSchema.BucketListItem
package typealias LivingAccommodation = CurrentSchema.LivingAccommodation
