import type { ChangeLine } from '@/lib/presentation/charts/prepare-changes'

/** Differences between two versions, value by value. */
export function ChangeList({ changes }: { changes: readonly ChangeLine[] }) {
  return (
    <ul className="grid gap-0.5 text-sm">
      {changes.map(({ path, from, to }) => (
        <li key={path} className="break-words">
          <code className="font-mono text-xs">{path}</code>{' '}
          <span className="text-ink-2">
            {from} <span aria-hidden>→</span>
            <span className="sr-only"> becomes </span>
          </span>{' '}
          {to}
        </li>
      ))}
    </ul>
  )
}
