import { readGiven } from '../hallucination/material'

/** A run has no references, which would be part of what is shared. */
type Material = Omit<Parameters<typeof readGiven>[0], 'references'>
type Given = ReturnType<typeof readGiven>

interface Reading {
  look: number
  texts: readonly string[]
  characters: number
  given: Given
  uses: number
  /** The run that used it last, counted from 1. */
  usedAt: number
}

/** The prepared material grows with the words looked up in it. */
const usesMax = 100
/** Characters of all readings that are kept, each of which takes some thirty bytes, and how many there are at most. */
const [charactersMax, keptMax] = [600_000, 64]
/** Runs after which a reading that was not used is dropped. */
const idleMax = 128

let runs = 0
let latest: Reading | undefined
let kept: Reading[] = []
/** What the latest materials that were read look like. */
const seen = new Int32Array(64)
let seenAt = 0

/**
 * Prepares the sources and tool results of a run, or returns what was prepared for an earlier run with the same texts: attempts, versions
 * on one case and answers from one text share theirs. The latest is always kept; others from the second time on that they come among 64,
 * because most come once, and for the garbage collector to carry them all would cost more than it saves.
 */
export function readMaterial(material: Material): Given {
  const { sources = [], toolResults = [], files = [] } = material
  const texts = [...sources.map(({ text }) => text), ...toolResults]
  const look = lookOf(texts)
  const reading = findReading(texts, look) ?? read(material, texts, look)
  reading.uses++
  reading.usedAt = ++runs
  latest = reading
  return { ...reading.given, sources, toolResults, files }
}

function findReading(texts: readonly string[], look: number): Reading | undefined {
  // Materials often begin alike, with one policy: what they look like tells them apart before that is compared.
  const isOne = (one: Reading) =>
    one.look === look && one.texts.length === texts.length && texts.every((text, at) => text === one.texts[at])
  const found = latest && isOne(latest) ? latest : kept.find(isOne)
  if (!found || found.uses < usesMax) return found
  kept = kept.filter((one) => one !== found)
  return undefined
}

function read(material: Material, texts: readonly string[], look: number): Reading {
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const reading: Reading = { look, texts, characters, given: readGiven(material), uses: 0, usedAt: runs }
  if (seen.includes(look)) keep(reading)
  else {
    seen[seenAt] = look
    seenAt = (seenAt + 1) % seen.length
  }
  return reading
}

/** Keeps a reading if there is room. Those in use stay: of more materials in turns than fit, some are found instead of none. */
function keep(reading: Reading): void {
  kept = kept.filter(({ usedAt }) => runs - usedAt <= idleMax)
  const characters = kept.reduce((sum, one) => sum + one.characters, reading.characters)
  if (kept.length < keptMax && characters <= charactersMax) kept.push(reading)
}

/** Returns a number by the lengths of texts and some of their characters: the same for equal texts, another for most others. */
function lookOf(texts: readonly string[]): number {
  let look = texts.length
  for (const text of texts) {
    look = (Math.imul(look, 31) + text.length) | 0
    for (let at = 0; at < text.length; at += 1 + (text.length >> 6))
      look = (Math.imul(look, 31) + text.charCodeAt(at)) | 0
  }
  return look
}
