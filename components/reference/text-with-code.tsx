import { Fragment } from 'react'

/** Text with inline code in backticks. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
      <code key={place} className="rounded-sm bg-sunken px-1 font-mono text-xs">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
      <Fragment key={place}>{part}</Fragment>
    ),
  )
}
