const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const FORMS = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  /^(?<day>\d\d)[/.](?<month>\d\d)[/.](?<year>\d{4})$/,
  /^(?<day>\d{1,2}) (?<name>[a-z]+) (?<year>\d{4})$/i,
]

/** The spellings of a YYYY-MM-DD date that documents use. */
export function spellDate(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return {
    iso: date,
    slashed: `${day}/${month}/${year}`,
    dotted: `${day}.${month}.${year}`,
    long: `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
  }
}

/** A date in one of the spellings as YYYY-MM-DD; undefined when it is none. */
export function readDate(text: string): string | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups
    if (!groups) continue
    const month = groups.month ?? String(MONTHS.indexOf(groups.name ?? '') + 1)
    return `${groups.year}-${month.padStart(2, '0')}-${(groups.day ?? '').padStart(2, '0')}`
  }
  return undefined
}
