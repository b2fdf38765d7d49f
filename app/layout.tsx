import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { EarlyClick } from './early-click'
import { Providers } from './providers'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Veritas', template: '%s · Veritas' },
  description: 'The review desk for AI-agent runs: scored on arrival, decided by people.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fdfcfb' },
    { media: '(prefers-color-scheme: dark)', color: '#121110' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <EarlyClick nonce={nonce} />
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}
