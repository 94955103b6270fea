/** The query that a form submits, without its empty fields. */
export const formQuery = (form: HTMLFormElement): string =>
  String(
    new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    ),
  )
