/** Parts of a page's data, as tests read them. */
type Inlined = {
  readonly project: string | null;
  readonly lang: string;
  readonly known: boolean;
  readonly rendered: boolean;
  readonly configs: {
    readonly name: string;
    readonly country: string;
    readonly country_from: string;
  } | null;
  readonly projects: readonly { readonly code: string }[];
  readonly shelf: {
    readonly goods: readonly {
      readonly price: { readonly amount: string; readonly currency: string };
      readonly limit: object | null;
    }[];
  } | null;
};

/** The data inlined in a page of the shop. */
export function inlinedIn(html: string): Inlined {
  const text = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(text ?? 'null') as Inlined;
}
