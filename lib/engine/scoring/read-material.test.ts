import { describe, expect, it } from 'vitest'
import { detectIn } from '../hallucination/detect-hallucinations'
import { readGiven, toMaterial } from '../hallucination/material'
import { seededRng } from '../stats/random'
import { readMaterial } from './read-material'

const towns = ['Leeds', 'Derby', 'Halden', 'Corran', 'Oslo', 'Bergen', 'Gdansk', 'Porto']

/** The material of one of many cases: a source, a tool result, and a path that differs from run to run. */
const materialOf = (place: number, run = 0) => ({
  sources: [{ id: `${run}`, text: `The mill of ${towns[place % towns.length]} employs ${85 + place} people.` }],
  toolResults: [JSON.stringify({ town: towns[place % towns.length], opened: 1904 + place })],
  files: [`report-${run}.md`],
})

describe('material that was read for an earlier run', () => {
  it('is what a run is checked against whatever runs came before', () => {
    const random = seededRng(11)
    for (let run = 0; run < 240; run++) {
      const place = Math.floor(random() * (run < 120 ? 6 : 90))
      const output = `The mill of ${towns[run % towns.length]} employs ${85 + (run % 7)} people and opened in ${1904 + place}.`
      const material = materialOf(place, run)
      expect(detectIn(toMaterial(output, readMaterial(material)))).toEqual(
        detectIn(toMaterial(output, readGiven(material))),
      )
    }
  })

  it('is shared by runs with the same texts, next to each other and in turns, each with its own ids and files', () => {
    const readings = (run: number) => [200, 201, 202].map((place) => readMaterial(materialOf(place, run)))
    const [, second, third] = [readings(1), readings(2), readings(3)]
    expect(third.every(({ reading }, at) => reading === second[at]?.reading)).toBe(true)
    expect(third.map(({ files, sources }) => [files, sources[0]?.id])).toEqual(Array(3).fill([['report-3.md'], '3']))
    expect(readMaterial(materialOf(202, 4)).reading).toBe(third[2]?.reading)
    expect(readMaterial(materialOf(203)).reading).not.toBe(third[2]?.reading)
  })

  it('is read again after a hundred uses, since it grows with what is looked up', () => {
    const first = readMaterial(materialOf(300)).reading
    const uses = Array.from({ length: 99 }, () => readMaterial(materialOf(300)).reading)
    expect(uses.every((one) => one === first)).toBe(true)
    expect(readMaterial(materialOf(300)).reading).not.toBe(first)
  })

  it('is kept no longer than a hundred and some runs without use', () => {
    for (let time = 0; time < 2; time++) for (const place of [400, 401]) readMaterial(materialOf(place))
    const kept = readMaterial(materialOf(400)).reading
    for (let place = 1000; place < 1200; place++) readMaterial(materialOf(place))
    for (let time = 0; time < 2; time++) for (const place of [1300, 1301]) readMaterial(materialOf(place))
    expect(readMaterial(materialOf(400)).reading).not.toBe(kept)
  })
})
