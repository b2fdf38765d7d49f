import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Refusal } from './progress'

/** `parseArgs`, with errors that end in the usage. @throws Refusal naming the invalid argument */
export function readArguments<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

/** Returns which of the parts are named, by words separated by spaces or commas. @throws Refusal naming an unknown one */
export function readParts<Part extends string>(
  words: readonly string[],
  parts: readonly Part[],
  usage: string,
): Part[] {
  const named = words.flatMap((word) => word.split(',')).filter(Boolean)
  const unknown = named.filter((name) => !parts.some((part) => part === name))
  if (unknown.length > 0) throw new Refusal(`No part ${unknown.join(', ')}.\n${usage}`)
  return parts.filter((part) => named.includes(part))
}

/** Reads the value of an option as a whole number; undefined if it is not given. @throws Refusal naming the option */
export function wholeNumber(name: string, text: string, least: number): number
export function wholeNumber(name: string, text: string | undefined, least: number): number | undefined
export function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= least) return value
  throw new Refusal(`--${name} takes a whole number of ${least} or more.`)
}
