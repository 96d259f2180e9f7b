extension WidgetScreen {
  /// Every screen whose frames are known, the largest current iPhone first.
  ///
  /// iPhone frames of iOS 26 are measured (whole pixels, probe widget in simulators); those of
  /// iOS 14–18 and of iPads are the points of Apple's Human Interface Guidelines times the scale.
  /// iPad frames are the canvas that WidgetKit lays out, not the smaller slot it draws into.
  public static let all: [WidgetScreen] = [
    screen(
      "440x956@3", .iOS26, small: (530, 530), medium: (1134, 530), large: (1134, 1182),
      devices: ["iPhone 16 Pro Max", "iPhone 17 Pro Max"]),
    screen(
      "430x932@3", .iOS26, small: (524, 524), medium: (1116, 524), large: (1116, 1164),
      devices: ["iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"]),
    screen(
      "428x926@3", .iOS26, small: (523, 523), medium: (1115, 523), large: (1115, 1161),
      devices: ["iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"]),
    screen(
      "420x912@3", .iOS26, small: (518, 518), medium: (1100, 518), large: (1100, 1146),
      devices: ["iPhone Air"]),
    screen(
      "414x896@2", .iOS26, small: (333, 333), medium: (712, 333), large: (712, 743),
      devices: ["iPhone 11"]),
    screen(
      "414x896@3", .iOS26, small: (514, 514), medium: (1088, 514), large: (1088, 1134),
      devices: ["iPhone 11 Pro Max"]),
    screen(
      "402x874@3", .iOS26, small: (493, 493), medium: (1049, 493), large: (1049, 1095),
      devices: ["iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro"]),
    screen(
      "393x852@3", .iOS26, small: (488, 488), medium: (1034, 488), large: (1034, 1080),
      devices: ["iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"]),
    screen(
      "390x844@3", .iOS26, small: (486, 486), medium: (1026, 486), large: (1026, 1074),
      devices: [
        "iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e",
        "iPhone 17e",
      ]),
    screen(
      "375x812@3", .iOS26, small: (477, 477), medium: (1001, 477), large: (1001, 1047),
      devices: ["iPhone 11 Pro", "iPhone 12 mini", "iPhone 13 mini"]),
    screen(
      "375x667@2", .iOS26, small: (292, 292), medium: (638, 292), large: (638, 636),
      devices: ["iPhone SE 2", "iPhone SE 3"]),
    screen(
      "430x932@3", .iOS18, small: (510, 510), medium: (1092, 510), large: (1092, 1146),
      devices: ["iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"]),
    screen(
      "428x926@3", .iOS18, small: (510, 510), medium: (1092, 510), large: (1092, 1146),
      devices: ["iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"]),
    screen(
      "414x896@2", .iOS18, small: (338, 338), medium: (720, 338), large: (720, 758),
      devices: ["iPhone XR", "iPhone 11"]),
    screen(
      "414x896@3", .iOS18, small: (507, 507), medium: (1080, 507), large: (1080, 1137),
      devices: ["iPhone XS Max", "iPhone 11 Pro Max"]),
    screen(
      "414x736@3", .iOS18, small: (477, 477), medium: (1044, 471), large: (1044, 1071),
      devices: []),
    screen(
      "393x852@3", .iOS18, small: (474, 474), medium: (1014, 474), large: (1014, 1062),
      devices: ["iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"]),
    screen(
      "390x844@3", .iOS18, small: (474, 474), medium: (1014, 474), large: (1014, 1062),
      devices: [
        "iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e",
      ]),
    screen(
      "375x812@3", .iOS18, small: (465, 465), medium: (987, 465), large: (987, 1035),
      devices: ["iPhone X", "iPhone XS", "iPhone 11 Pro", "iPhone 12 mini", "iPhone 13 mini"]),
    screen(
      "375x667@2", .iOS18, small: (296, 296), medium: (642, 296), large: (642, 648),
      devices: ["iPhone SE 2", "iPhone SE 3"]),
    screen(
      "360x780@3", .iOS18, small: (465, 465), medium: (987, 465), large: (987, 1035),
      devices: []),
    screen(
      "320x568@2", .iOS18, small: (282, 282), medium: (584, 282), large: (584, 622),
      devices: []),
    screen(
      "1192x1590@2", .iPadOS, small: (376, 376), medium: (824, 376), large: (824, 824),
      extraLarge: (1720, 824), devices: []),
    screen(
      "1024x1366@2", .iPadOS, small: (340, 340), medium: (757, 340), large: (757, 757),
      extraLarge: (1590, 757),
      slots: ((320, 320), (712, 320), (712, 712)),
      devices: ["iPad 12.9-in", "iPad 13-in"]),
    screen(
      "970x1389@2", .iPadOS, small: (324, 324), medium: (700, 324), large: (700, 700),
      extraLarge: (1452, 700), devices: []),
    screen(
      "954x1373@2", .iPadOS, small: (324, 324), medium: (700, 324), large: (700, 700),
      extraLarge: (1452, 700), devices: []),
    screen(
      "834x1194@2", .iPadOS, small: (310, 310), medium: (684, 310), large: (684, 684),
      extraLarge: (1431, 684),
      slots: ((272, 272), (600, 272), (600, 600)),
      devices: ["iPad Pro 11-in"]),
    screen(
      "834x1112@2", .iPadOS, small: (300, 300), medium: (655, 300), large: (655, 655),
      extraLarge: (1364, 655),
      slots: ((264, 264), (576, 264), (576, 576)),
      devices: ["iPad 10.5-in"]),
    screen(
      "820x1180@2", .iPadOS, small: (310, 310), medium: (684, 310), large: (684, 684),
      extraLarge: (1431, 684),
      slots: ((272, 272), (600, 272), (600, 600)),
      devices: ["iPad Air 11", "iPad 10", "iPad A16"]),
    screen(
      "810x1080@2", .iPadOS, small: (292, 292), medium: (641, 292), large: (641, 641),
      extraLarge: (1338, 641),
      slots: ((248, 248), (544, 248), (544, 544)),
      devices: ["iPad 7", "iPad 8", "iPad 9"]),
    screen(
      "768x1024@2", .iPadOS, small: (282, 282), medium: (611, 282), large: (611, 611),
      extraLarge: (1269, 611),
      slots: ((240, 240), (520, 240), (520, 520)),
      devices: ["iPad 9.7-in", "iPad mini 5"]),
    screen(
      "744x1133@2", .iPadOS, small: (282, 282), medium: (611, 282), large: (611, 611),
      extraLarge: (1269, 611),
      slots: ((240, 240), (520, 240), (520, 520)),
      devices: ["iPad mini 6", "iPad mini 7"]),
  ]
}
