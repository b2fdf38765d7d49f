import { clsx } from 'clsx'
import { CopyButton } from './copy-button'

type CodeBlockProps = {
  code: string
  /** Caption: "Terminal", "output". */
  title: string
  wrap?: boolean
  className?: string
}

export function CodeBlock({ code, title, wrap = false, className }: CodeBlockProps) {
  return (
    <figure className={clsx('overflow-hidden rounded-md border bg-sunken', className)}>
      <figcaption className="flex h-8 items-center justify-between border-b pr-0.5 pl-3 text-ink-3 text-xs">
        {title}
        <CopyButton text={code} label={`Copy ${title.toLowerCase()}`} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        tabIndex={0}
        className={clsx(
          'max-h-112 overflow-auto p-3 font-mono text-xs leading-5',
          wrap && 'whitespace-pre-wrap break-words',
        )}
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
