import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { CompanyAccountConfig } from '../../../config/company-account.ts';

/** `forging`: its tokens are changed after they were signed. */
type Manner = 'honest' | 'silent' | 'endless' | 'forging';

export type CompanyProvider = {
  readonly config: CompanyAccountConfig;
  manner: Manner;
  /** Signs a person in at the provider, as the person's browser does. @returns the query of the return address */
  readonly visit: (address: string, who: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const CLIENT = { clientId: 'console', clientSecret: 'a secret of the test and its provider' };
const MAX_HOPS = 10;

/** A real OpenID Connect provider on this machine. A person named `…+mfa` has a second factor there. */
export async function companyProvider(returnAddress: string): Promise<CompanyProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  // Verified edge: a server that listens on a port has an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = providerAt(issuer, returnAddress);
  const answer = provider.callback();
  const config = { issuer, ...CLIENT, label: 'Company account', secondFactor: ['mfa'] };
  const own: CompanyProvider = {
    config,
    manner: 'honest',
    visit: visitOf(issuer),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  handle = (request, response) => {
    if (own.manner === 'silent') return;
    if (own.manner === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"issuer":"${'x'.repeat(1024 * 1024)}"}`);
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/log-in') {
      const accountId = searchParams.get('who') ?? '';
      const amr = accountId.endsWith('+mfa') ? ['pwd', 'mfa'] : ['pwd'];
      const login = { accountId, amr };
      void provider.interactionFinished(request, response, { login });
      return;
    }
    if (own.manner === 'forging' && pathname === '/token') forgeTokens(response);
    void answer(request, response);
  };
  return own;
}

function providerAt(issuer: string, returnAddress: string): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnAddress],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'amr'] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/choose' },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** Changes the person of a signed token. */
function forgeTokens(response: ServerResponse): void {
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const tokens = JSON.parse(String(body)) as { id_token: string };
    const [head = '', claims = '', signature = ''] = tokens.id_token.split('.');
    const told = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
    const forged = Buffer.from(JSON.stringify({ ...told, sub: 'victim' })).toString('base64url');
    const text = JSON.stringify({ ...tokens, id_token: `${head}.${forged}.${signature}` });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function visitOf(issuer: string): CompanyProvider['visit'] {
  return async (address, who) => {
    const cookies = new Map<string, string>();
    let at = address;
    for (let hop = 0; hop < MAX_HOPS && at.startsWith(issuer); hop += 1) {
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = new URL(response.headers.get('location') ?? 'about:blank', at);
      at =
        next.pathname === '/choose' ? `${issuer}/log-in?who=${encodeURIComponent(who)}` : next.href;
    }
    return new URL(at).search.slice(1);
  };
}
