'use client'

import { clsx } from 'clsx'
import { createContext, useContext, useMemo } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkBreaks from 'remark-breaks'
import remarkGfm from 'remark-gfm'
import { JsonView } from '@/components/ui/json-view'
import { OutsideLink } from '@/components/ui/link'
import { markQuotes, useTextMarks } from '@/components/ui/text-marks'
import { readJsonText } from '@/lib/presentation/read-messages'
import { fenceJson } from '@/lib/presentation/text/fence-json'
import { fenceTraceback } from '@/lib/presentation/text/fence-traceback'
import { asWritten } from './as-written'

// Agents and people end a line where a line ends: rows, addresses, lists without marks.
const plugins = [remarkGfm, asWritten, remarkBreaks]

// The text is untrusted: its headings rank below the page's, its images are not loaded, its links open in a new tab. The marks of a list or a
// quote, and the first column of a table, stand where its script begins.
const components: Components = {
  h1: ({ children }) => <Heading>{children}</Heading>,
  h2: ({ children }) => <Heading>{children}</Heading>,
  h3: ({ children }) => <Heading>{children}</Heading>,
  h4: ({ children }) => <Heading>{children}</Heading>,
  h5: ({ children }) => <Heading>{children}</Heading>,
  h6: ({ children }) => <Heading>{children}</Heading>,
  img: ({ src, alt }) => <Picture href={typeof src === 'string' ? src : undefined} alt={alt} />,
  a: ({ href, children }) => (
    <InLink value={true}>
      <OutsideLink href={href}>{children}</OutsideLink>
    </InLink>
  ),
  ul: ({ node: _, ...rest }) => <ul dir="auto" {...rest} />,
  ol: ({ node: _, ...rest }) => <ol dir="auto" {...rest} />,
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  pre: ({ node, children }) => <CodeBlock node={node}>{children}</CodeBlock>,
  input: ({ checked }) => <span>{checked ? '☑' : '☐'} </span>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard.
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table dir="auto">{children}</table>
    </section>
  ),
}

/**
 * Markdown with tables and task lists, with the quotes of `TextMarks` highlighted, and JSON of several lines as a tree. Tags are text.
 */
export function MarkdownText({ text, className }: { text: string; className?: string }) {
  const marks = useTextMarks()
  const shown = useMemo(() => fenceJson(fenceTraceback(text)), [text])
  return (
    <div className={clsx('markdown', className)}>
      <Markdown
        remarkPlugins={plugins}
        rehypePlugins={marks.length > 0 ? [markQuotes(marks)] : null}
        components={components}
      >
        {shown}
      </Markdown>
    </div>
  )
}

function Heading({ children }: { children?: React.ReactNode }) {
  return <p className="pt-1 font-semibold">{children}</p>
}

/** Whether the content is inside a link. Links cannot be nested, so an image inside one is shown as its name only. */
const InLink = createContext(false)

function Picture({ href, alt }: { href?: string; alt?: string }) {
  const name = `picture: ${alt || 'untitled'}`
  return useContext(InLink) ? name : <OutsideLink href={href}>{name}</OutsideLink>
}

type CodeNode = ExtraProps['node']

/** A block of code; of JSON, a tree that folds. */
function CodeBlock({ node, children }: { node: CodeNode; children?: React.ReactNode }) {
  const code = node?.children.find((child) => child.type === 'element')
  const isJson = [code?.properties.className].flat().includes('language-json')
  const value = isJson ? readJsonText(textIn(code)) : undefined
  if (value === undefined) return <pre>{children}</pre>
  return (
    <div className="rounded-md border bg-sunken/60 px-2 py-1">
      <JsonView value={value} />
    </div>
  )
}

function textIn(node: CodeNode): string {
  return (node?.children ?? []).reduce((text, child) => {
    if (child.type === 'text') return text + child.value
    return child.type === 'element' ? text + textIn(child) : text
  }, '')
}
