'use client'

import { BarePage } from '@/components/shell/bare-page'
import { PlainProblem } from '@/components/shell/late-page-problem'
import type { PageProblemProps } from '@/components/shell/page-problem'
import './globals.css'

/** In place of everything, if what all pages have in common failed. */
export default function GlobalError({ retry }: Pick<PageProblemProps, 'retry'>) {
  const link = (
    <a href="/" className="link">
      Go to your projects
    </a>
  )
  return (
    <html lang="en">
      <body>
        <BarePage>
          <PlainProblem retry={retry} link={link} />
        </BarePage>
      </body>
    </html>
  )
}
