'use client'

import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { formatPlural } from '@/lib/presentation/format/number'
import { startOf } from '@/lib/presentation/format/text'
import { CopyButton } from './copy-button'
import { FoldedText } from './folded-text'
import { isWithin } from './is-within'
import { markClass, markedPieces, marksUnder, type TextMark, TextMarks, useTextMarks } from './text-marks'

const PAGE_SIZE = 50
const STRING_SHOWN = 600
/** Root of a path without a name, which a value without fields does not need. */
const ROOT = '$'

type JsonViewProps = {
  value: unknown
  /** Name of the root, with which every copied path starts. */
  name?: string
  className?: string
}

/** Collapsible JSON tree with the quotes of `TextMarks` highlighted. Large branches start folded; every row can copy its path. */
export function JsonView({ value, name = ROOT, className }: JsonViewProps) {
  return (
    <div className={clsx('overflow-x-auto font-mono text-xs leading-5', className)}>
      <JsonNode label={name} path={name} value={value} depth={0} />
    </div>
  )
}

type JsonNodeProps = { label: string; path: string; value: unknown; depth: number }

function JsonNode({ label, path, value, depth }: JsonNodeProps) {
  const [isOpen, setOpen] = useState(() => startsOpen(value, depth))
  const [isFound, setFound] = useState(false)
  const [shown, setShown] = useState(PAGE_SIZE)
  if (!isFoldable(value)) return <JsonLeaf label={label} path={path} value={value} />
  const entries = childrenOf(value)
  return (
    <div>
      <div className="group flex min-h-6 items-center gap-1">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="json-fold">
          <span className="glyph chevron" aria-hidden />
          {path !== ROOT && <span className="text-ink">{label}</span>}{' '}
          <span className="text-ink-3">{outlineOf(value)}</span>
        </button>
        <PathButton path={path} />
      </div>
      {!isOpen && (
        <FoldedText
          value={value}
          onFound={() => {
            setFound(true)
            setOpen(true)
          }}
        />
      )}
      {isOpen && (
        <div className="ml-1.5 border-l pl-3">
          {entries.slice(0, shown).map(([key, child]) => (
            <JsonNode
              key={key}
              label={key}
              path={childPath(path, key, Array.isArray(value))}
              value={child}
              depth={isFound ? FOUND_DEPTH : depth + 1}
            />
          ))}
          {entries.length > shown && (
            <button type="button" onClick={() => setShown(shown + PAGE_SIZE)} className="link min-h-6 text-ink-2">
              Show {Math.min(PAGE_SIZE, entries.length - shown)} more of {entries.length}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function JsonLeaf({ label, path, value }: { label: string; path: string; value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const text = JSON.stringify(value) ?? 'undefined'
  const isCut = !isWhole && text.length > STRING_SHOWN
  const shown = isCut ? startOfLeaf(text, STRING_SHOWN) : text
  const marks = useTextMarks()
  return (
    <div className="group json-row">
      {path !== ROOT && <span className="text-ink-2">{label}:</span>}{' '}
      <span className={clsx('json-leaf', leafClass(value))}>
        <MarkedText text={shown} marks={typeof value === 'string' ? marks.map(asWritten) : wholly(marks, text)} />
        {isCut && (
          <button type="button" onClick={() => setWhole(true)} className="link ml-1 text-ink-2">
            … {formatPlural(text.length - shown.length, 'more character')}
          </button>
        )}
      </span>
      <PathButton path={path} />
    </div>
  )
}

/** Provides the marks of a field to what shows its value. */
export function FieldMarks({ name, children }: { name: string; children: ReactNode }) {
  const marks = useTextMarks()
  return <TextMarks value={marksUnder(marks, name)}>{children}</TextMarks>
}

/** A value as it is, with the quotes of `TextMarks` highlighted; one that is no text only as a whole. */
export function MarkedValue({ value }: { value: unknown }) {
  const marks = useTextMarks()
  const text = String(value)
  return <MarkedText text={text} marks={typeof value === 'string' ? marks : wholly(marks, text)} />
}

const wholly = (marks: readonly TextMark[], text: string) => marks.filter(({ quote }) => quote === text)

/** A text as it is, with the first free occurrence of each quote highlighted. */
function MarkedText({ text, marks }: { text: string; marks: readonly TextMark[] }) {
  return markedPieces(text, marks).map(({ text: piece, mark }, at) =>
    mark === null ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
      <mark key={at} className={markClass(mark)} title={mark.title}>
        {piece}
      </mark>
    ),
  )
}

/** An escape at the end of JSON that lacks its rest. */
const OPEN_ESCAPE = /(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[\da-f]{0,3})?$/

/** The start of a JSON string of at most `max` characters, which ends neither inside an escape nor inside what a reader sees as one character. */
export const startOfLeaf = (json: string, max: number) => startOf(json, max).replace(OPEN_ESCAPE, '')

/** The mark of a quote as JSON writes it: with its line breaks and quotation marks escaped. */
const asWritten = (mark: TextMark): TextMark => ({ ...mark, quote: JSON.stringify(mark.quote).slice(1, -1) })

function PathButton({ path }: { path: string }) {
  return <CopyButton text={path} label={`Copy path ${path}`} className="path-button" />
}

function leafClass(value: unknown): string {
  if (value === null || value === undefined) return 'text-ink-3'
  if (typeof value === 'string') return 'text-pass-fg'
  return typeof value === 'boolean' ? 'text-self-fg' : 'text-peer-fg'
}

const OPEN_DEPTH = 2
/** So near the root that what is small is open, however deep it is. */
const FOUND_DEPTH = -99
const OPEN_CHILDREN = 20
const OPEN_SIZE = 4000

/** Whether a value is a non-empty object or array. */
export function isFoldable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function childrenOf(value: object): [string, unknown][] {
  return Object.entries(value)
}

/** Formats the summary of a folded branch: "{ 3 keys }" or "[ 12 items ]". */
export function outlineOf(value: object): string {
  const count = Object.keys(value).length
  if (Array.isArray(value)) return `[ ${count} ${count === 1 ? 'item' : 'items'} ]`
  return `{ ${count} ${count === 1 ? 'key' : 'keys'} }`
}

/** Whether a branch starts open: near the root and small. */
export function startsOpen(value: unknown, depth: number): boolean {
  if (!isFoldable(value) || depth >= OPEN_DEPTH) return false
  if (depth === 0) return Object.keys(value).length <= 2 * OPEN_CHILDREN
  return Object.keys(value).length <= OPEN_CHILDREN && isWithin(value, OPEN_SIZE)
}

/** Returns the accessor path of a child: `$.nodes[2]["odd key"]`. */
export function childPath(parent: string, key: string, isItem: boolean): string {
  if (isItem) return `${parent}[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}
