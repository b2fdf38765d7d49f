/** Link to an external, untrusted address from a run's data; opens in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" className="link">
      {children}
    </a>
  )
}
