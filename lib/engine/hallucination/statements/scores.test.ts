import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const round =
  'Round 6: Harbour Rovers 3, Dunmore Athletic 1. Kelso United 0, Marford Town 0. In the runoff Della Fox received 5,412 votes and Ian Moreau 4,980. In Ash Hill, Noor Hadi won 38 percent and Gwen Price 34 percent. Reed is 41, Stone 44. Lind ranked number 1 and Berg number 2. Adler 68, Moss 71 (golf). The Spurs beat the Mavericks 107-89.'

const contradicted = (output: string, source = round) => contradictedBy(source, output)

describe('who beat whom', () => {
  it.each([
    ['by a score', 'Dunmore Athletic beat Harbour Rovers.', 'beat'],
    ['as who lost', 'Harbour Rovers lost to Dunmore Athletic.', 'lost'],
    ['in the passive', 'Harbour Rovers were beaten by Dunmore Athletic.', 'beaten'],
    ['without a goal', 'Marford Town won against Kelso United.', 'won'],
    ['by votes', 'Ian Moreau defeated Della Fox in the runoff.', 'defeated'],
    ['by shares, in a place', 'In Ash Hill, Gwen Price beat Noor Hadi.', 'beat'],
    ['by a statement of who won', 'The Mavericks won the game 107-89.', 'won'],
  ])('is contradicted %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    ['is who has more', 'Harbour Rovers beat Dunmore Athletic.'],
    ['is told from the other side', 'Dunmore Athletic lost to Harbour Rovers.'],
    ['is told of another time', 'Dunmore Athletic beat Harbour Rovers last year.'],
    ['is told by no score, but by age', 'Reed beat Stone.'],
    ['is told by a rank', 'Lind beat Berg.'],
    ['has fewer strokes', 'Adler beat Moss.'],
    ['has the score behind both names', 'The Mavericks lost to the Spurs 107-89.'],
    ['names only the winner', 'The Spurs won the game 107-89.'],
    ['only might', 'Dunmore Athletic could have beaten Harbour Rovers.'],
  ])('is not where it %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('is not where another game is told', () => {
    const both = `${round} In May Dunmore Athletic met Harbour Rovers again.`
    expect(contradicted('Dunmore Athletic beat Harbour Rovers.', both)).toEqual([])
  })
})
