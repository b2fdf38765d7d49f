import { describe, expect, it } from 'vitest'
import { detectHallucinations, isDoubt } from './detect-hallucinations'

/** The doubts that an output leaves with these sources, as `verdict: text`. */
function doubts(output: string, ...texts: string[]) {
  const sources = texts.map((text, at) => ({ id: `s${at}`, text }))
  return detectHallucinations({ output, sources }).findings.flatMap((finding) =>
    isDoubt(finding) && finding.type !== 'unsupported_claim' ? [`${finding.verdict}: ${finding.span.text}`] : [],
  )
}

const contradicted = (output: string, ...texts: string[]) =>
  doubts(output, ...texts).filter((one) => one.startsWith('contradicted'))

describe('no contradiction', () => {
  it.each([
    [
      'is a footnote of a copied page that is a link',
      'The movement is an old one.[[2]](#cite_note-2) It began in Britain.[[14]](#cite_note-14)',
      'The movement began in Britain, and it is an old one.',
    ],
    [
      'is a footnote copied with its words',
      'The handedness was assessed with the Edinburgh inventory [27] in all cases.',
      'Search result: all were right-handed, as assessed with the Edinburgh inventory [27] and had normal vision.',
    ],
    [
      'is a title in quotes',
      'Reviewing the "Featured article candidates and the log of 2016," I found that one article was promoted.',
      'The log lists the one promoted dinosaur: Giganotosaurus.',
    ],
    [
      'is a result in quotes behind a word like "note"',
      'The word spelled out by the note letters: "GBD FACE GBD FA" is what we need.',
      'The letters of the notes are G, B, D, F, A, C and E in the sheet.',
    ],
    [
      'is what a source says with reservation',
      'The column names are not as expected.',
      'It looks like the column names might be as expected.',
    ],
    [
      'is in what an instruction names',
      'Ask for the example sentence. Mention that you need this information for a research task.',
      'Include that you need this specific information for a research task and would appreciate any assistance.',
    ],
    [
      'is the denial of what was asked',
      'The two men are not running in a race. The answer is no.',
      'Two men are cooking food on the corner of the street. The two men are running in a race.',
    ],
    [
      'is the denial of what was asked, with the answer',
      'A white dog is not swimming underwater, so the answer is no.',
      'A white dog runs along the beach. A white dog is swimming underwater.',
    ],
  ])('%s', (_case, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

it('an ID that is asked for is no name', () => {
  const source = 'Hello, my flight was delayed and I want to cancel it, as I was promised.'
  expect(doubts('I can help you with that. Could you please provide your user ID first?', source)).toEqual([])
})

describe('still a contradiction', () => {
  it.each([
    ['a citation of none', 'It works as shown before [7].', 'It works.', 'contradicted: [7]'],
    [
      'a denial of what the source says',
      'The two men are not running in a race.',
      'The two men are running in a race.',
      'contradicted: not',
    ],
    [
      'a quotation of words never said',
      'The report says "the dam will hold for a hundred years" in its summary.',
      'The report says that the dam was inspected in May.',
      'contradicted: "the dam will hold for a hundred years"',
    ],
  ])('%s', (_case, output, source, expected) => {
    expect(contradicted(output, source)).toEqual([expected])
  })
})
