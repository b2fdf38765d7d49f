const scales: readonly (readonly [number, string])[] = [
  [1e3, 'тыс'],
  [1e4, '만'],
  [1e6, 'millionen millions millones millón milioni milione miljoen milhões mio млн'],
  [1e8, '억'],
  [1e9, 'milliarden milliarde milliards milliard miliardi miliardo miljard mrd млрд'],
]

/** Words of other languages than English that scale the number before them. French "billion" and Spanish "mil millones" are left out. */
export const otherScales: readonly (readonly [string, number])[] = scales.flatMap(([factor, words]) =>
  words.split(' ').map((word) => [word, factor] as const),
)

/** Signs of Chinese and Japanese that scale the number before them. */
export const signScales: readonly (readonly [string, number])[] = [
  ['千', 1e3],
  ['万', 1e4],
  ['萬', 1e4],
  ['亿', 1e8],
  ['億', 1e8],
  ['兆', 1e12],
]

/** Units of time in German, French, Spanish, Italian, Dutch, Portuguese and Russian, where they differ from English and from its other words. */
export const otherUnits: readonly (readonly [unit: string, words: string])[] = [
  ['s', 'sekunde sekunden seconde secondes segundo segundos secondi seconden секунд'],
  ['min', 'minuten minuto minutos minuti минут'],
  ['h', 'stunde stunden heure heures hora horas uur uren часов часа'],
  ['day', 'tag tage tagen jour jours día días giorno giorni dag dagen dia dias дней дня'],
  ['week', 'woche wochen semaine semaines semana semanas settimana settimane weken недель'],
  ['month', 'monat monate monaten mois meses mesi maand maanden месяцев месяца'],
  ['year', 'jahr jahre jahren année années ans año años anni anno jaar jaren anos лет года'],
]
