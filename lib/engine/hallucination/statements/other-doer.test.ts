import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const minutes =
  'Bruno welcomed the guests. Two dates for the fair were discussed. Marta suggested the first weekend in May. Marta handed the keys of the hall to Bruno. The old gate was painted by Ingrid Aas in April, the fence by Marta. The press office repaired the printer of the council. The sales office moved to Bergen. Invoices below 500 euros are signed by the team assistant. Invoices from abroad are signed by the head of accounts. Jonas leaves in June, while his deputy Petra Lind will lead the choir. The last vote is counted by the town clerk, Mr Sand.'

const contradicted = (output: string) => contradictedBy(minutes, output)

describe('a deed of one', () => {
  it.each([
    ['another name', 'Bruno suggested the first weekend in May.', 'Bruno'],
    [
      'another name, with words of the sentence before',
      'Bruno suggested the first weekend in May for the fair.',
      'Bruno',
    ],
    ['another behind "by"', 'The old gate was painted by Marta in April.', 'Marta'],
    ['another of one kind', 'The sales office repaired the printer of the council.', 'sales office'],
    ['one of whom the same is told apart', 'Invoices from abroad are signed by the team assistant.', 'team assistant'],
    ['one who does something else in the same sentence', 'Jonas will lead the choir.', 'Jonas'],
  ])('is contradicted where it is told of %s', (_what, output, found) => {
    expect(contradicted(output)).toContain(found)
  })

  it.each([
    ['in the other voice', 'The first weekend in May was suggested by Marta.'],
    ['of the same in the other voice', 'Ingrid Aas painted the old gate in April.'],
    ['of one by the last name', 'Aas painted the old gate.'],
    ['of another thing', 'Bruno suggested a walk.'],
    ['as a question', 'Did Bruno suggest the first weekend in May?'],
    ['of the other part', 'Marta painted the fence.'],
    ['of the one who receives it', 'Bruno received the keys of the hall.'],
    ['of the name beside the noun', 'Mr Sand counts the last vote.'],
    ['of a noun before a noun', 'The sales office building moved to Bergen.'],
  ])('is not where it is told %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })
})
