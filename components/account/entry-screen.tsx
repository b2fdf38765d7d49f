import type { ReactNode } from 'react'
import { Wordmark } from '@/components/shell/wordmark'
import { EntryPicture } from './entry-picture'

type EntryScreenProps = { title: string; lead: ReactNode; children: ReactNode }

/** The way in: one narrow column, and beside it, where there is room, what the desk is about. */
export function EntryScreen({ title, lead, children }: EntryScreenProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col">
        <header className="-ml-1">
          <Wordmark href="/" />
        </header>
        <main id="main" className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center px-4 pt-6 pb-24">
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
