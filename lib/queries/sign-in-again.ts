/** Leads to the sign-in page, and from there back to this page with what was typed and not sent. */
export function signInAgain(): void {
  const from = encodeURIComponent(window.location.pathname + window.location.search)
  window.location.assign(`/signin?from=${from}`)
}
