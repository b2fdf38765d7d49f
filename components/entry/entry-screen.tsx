import type { ReactNode } from 'react'
import { Wordmark } from '@/components/shell/wordmark'

type EntryScreenProps = { title: string; lead: ReactNode; children: ReactNode }

/** Layout of sign-in and similar pages: a narrow column, with an illustration beside it on wide screens. */
export function EntryScreen({ title, lead, children }: EntryScreenProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col">
        <header className="-ml-1">
          <Wordmark href="/" />
        </header>
        <main
          id="main"
          className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center px-4 pt-6 pb-24 outline-none"
        >
          <h1 className="text-lg">{title}</h1>
          <p className="mt-1 text-ink-2">{lead}</p>
          <div className="mt-8">{children}</div>
        </main>
      </div>
      <aside className="hidden border-l bg-rail lg:flex lg:items-center lg:justify-center" aria-hidden>
        <EntryPicture />
      </aside>
    </div>
  )
}

const attempts = [178, 146, 153, 104, 72].map((y, place) => ({ x: 40 + 76 * place, y }))

/** Illustration of a converging execution: a dot per attempt, the threshold as a line, and the last attempt approved. */
function EntryPicture() {
  const line = attempts.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <figure className="w-full max-w-md px-10">
      <svg viewBox="0 0 400 220" className="w-full overflow-visible" fill="none" aria-hidden>
        {[40, 152, 208].map((y) => (
          <line key={y} x1="0" x2="400" y1={y} y2={y} stroke="var(--line)" />
        ))}
        <line x1="0" x2="400" y1="96" y2="96" stroke="var(--pass)" strokeDasharray="2 4" strokeWidth="1.25" />
        <polyline points={line} stroke="var(--v-prior)" strokeWidth="1.25" />
        <g fill="var(--rail)" stroke="var(--ink-3)" strokeWidth="1.5">
          {attempts.map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r="4.5" className="last:fill-pass last:stroke-pass" />
          ))}
        </g>
        <circle cx="344" cy="72" r="11" stroke="var(--human)" strokeWidth="2.25" />
      </svg>
      <figcaption className="mt-8 text-ink-2 text-md">
        Every run is scored when it arrives.
        <br />
        What happens next is decided by people.
      </figcaption>
    </figure>
  )
}
