const writeVerbs = new Set(
  (
    'add append apply approve assign book buy cancel change close commit create delete deploy edit exchange execute insert issue ' +
    'make merge modify move open order overwrite patch pay post publish push put refund register reject remove rename replace ' +
    'reschedule reserve return save schedule send set submit transfer update upload write'
  ).split(' '),
)
const handOverVerbs = /\b(?:transfer|escalate|hand ?off|hand ?over|handoff|handover)\b/
const people = /\b(?:human|humans|person|people|operator|supervisor|support|agents?)\b/

/** Whether a tool changes something, by the first verb of its name: `create_order`, `files.writeFile`, `mcp__crm__update`. */
export function isWrite(name: string): boolean {
  return writeVerbs.has(wordsOf(name)[0] ?? '') && !isHandOver(name)
}

/** Whether a tool hands the work over to a person: `transfer_to_human_agents`, `escalateToSupport`. */
export function isHandOver(name: string): boolean {
  const words = wordsOf(name).join(' ')
  return handOverVerbs.test(words) && people.test(words)
}

/** Returns the words of a name, without the server or class before it. */
function wordsOf(name: string): string[] {
  const own = name.split(/__|[.:/]/).findLast((part) => part !== '') ?? name
  return (
    own
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}
