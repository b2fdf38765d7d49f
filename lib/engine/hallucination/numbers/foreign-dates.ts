import { months } from './read-dates'

/** The months in German, French, Spanish, Italian, Dutch, Portuguese and Russian, where they differ from English or follow a point, "30. September". */
const names = [
  'januar jänner janvier enero gennaio januari janeiro января январе январь',
  'februar februari février febrero febbraio fevereiro февраля феврале февраль',
  'märz mars marzo maart março марта марте март',
  'april avril abril aprile апреля апреле апрель',
  'mai mayo maggio mei maio мая мае май',
  'juni juin junio giugno junho июня июне июнь',
  'juli juillet julio luglio julho июля июле июль',
  'august août aout agosto augustus августа августе август',
  'september septembre septiembre settembre setembro сентября сентябре сентябрь',
  'oktober octobre octubre ottobre outubro октября октябре октябрь',
  'november novembre noviembre novembro ноября ноябре ноябрь',
  'dezember décembre diciembre dicembre dezembro декабря декабре декабрь',
]
const english = new Map(names.flatMap((group, at) => group.split(' ').map((name) => [name, months[at] as string])))
const written = [...english.keys()].join('|')
const month = `(${written})(?!\\p{L})`
/** "30. Juni", "1er mars", "15 de junio de 2026". */
const withDay = new RegExp(`(?<=(?<!\\d)\\d{1,2})(\\.|er|º|°)?( (?:de )?)${month}( de(?= \\d{4}))?`, 'giu')
/** "juin 2026", "junio de 2026". */
const withYear = new RegExp(`(?<!\\p{L})${month}( de)?(?= (?:19|20)\\d\\d(?!\\d))`, 'giu')
/** Both, each with what is rare in a text first, so that most are told at once to have none. */
const mayHaveDay = new RegExp(`\\d(?:\\.|er|º|°)? (?:de )?(?:${written})`, 'i')
const mayHaveYear = new RegExp(` (?:19|20)\\d\\d(?<=(?:${written})(?: de)?.{5})`, 'i')

/** Writes the months of dates in other languages as English does, position by position: "30. Juni 2026" as "30  June 2026". */
export function withEnglishMonths(text: string): string {
  if (!mayHaveYear.test(text) && !mayHaveDay.test(text)) return text
  return text
    .replace(
      withDay,
      (_whole, sign: string | undefined, gap: string, named: string, of: string | undefined) =>
        `${' '.repeat(sign?.length ?? 0)}${asOf(gap)}${asEnglish(named)}${asOf(of)}`,
    )
    .replace(withYear, (_whole, named: string, of: string | undefined) => `${asEnglish(named)}${asOf(of)}`)
}

const asOf = (written: string | undefined) => written?.replace('de', 'of') ?? ''

/** The English name with a capital, cut to three letters where it is longer, and as long as the other. */
function asEnglish(name: string): string {
  const known = english.get(name.toLowerCase()) ?? name
  const written = known.length <= name.length ? known : known.slice(0, 3)
  return `${written.charAt(0).toUpperCase()}${written.slice(1)}`.padEnd(name.length)
}
