/// How a trainer speaks.
package enum TrainerType: String, CaseIterable, Codable, Sendable {
  case energetic, calm, strict
}

/// What a stamp is given for.
package enum StampType: String, CaseIterable, Codable, Sendable {
  /// The day's own stamp, one per goal and day; streaks are made of these.
  case regular
  /// Given besides, as often as one likes.
  case bonus
  /// Given for a long streak, as often as one likes.
  case streak
}

/// What a reward consists of.
package enum RewardType: String, CaseIterable, Codable, Sendable {
  case voice, illustration, badge
}

/// How hard a reward is to come by.
package enum RewardRarity: String, CaseIterable, Codable, Sendable {
  case common, rare, legendary
}

/// What a reward is given for.
package enum RewardCategory: String, CaseIterable, Codable, Sendable {
  case encouragement, celebration, milestone
}

/// The colors of the app.
package enum ThemeMode: String, CaseIterable, Codable, Sendable {
  case light, dark, auto
}

/// A language of the app's calendar.
package enum Language: String, CaseIterable, Codable, Sendable {
  case japanese = "ja"
  case english = "en"
}
