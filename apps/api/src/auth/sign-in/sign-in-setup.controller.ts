import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  OUTSIDE_PROVIDERS,
  type ConfiguredProvider,
  type ProviderFindings,
  type SignInSetup,
  type TestProviderInput,
} from '@signpost/contracts';
import { IsIn } from 'class-validator';
import { OperatorOnly } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { withRule } from '../../platform/validation/index.js';
import { OidcClient } from '../oidc/oidc-client.js';
import { examineProvider } from '../oidc/provider-examination.js';

export class TestProviderDto implements TestProviderInput {
  @IsIn(OUTSIDE_PROVIDERS, withRule('one_of', { known: OUTSIDE_PROVIDERS }))
  provider: TestProviderInput['provider'];
}

/** The sign-in configuration without its secrets, and a test of a provider. */
@Controller('api/admin/sign-in')
export class SignInSetupController {
  constructor(
    private readonly oidc: OidcClient,
    private readonly config: Config,
  ) {}

  @Get()
  @OperatorOnly()
  @Contract({ reply: 'SignInSetup' })
  read(): SignInSetup {
    const { passwords, registration } = this.config;
    return { passwords, registration, providers: OUTSIDE_PROVIDERS.flatMap((provider) => this.configured(provider)) };
  }

  @Post('test')
  @OperatorOnly()
  @Contract({ body: 'TestProviderInput', reply: 'ProviderFindings' })
  async test(@Body() { provider }: TestProviderDto): Promise<ProviderFindings> {
    const configured = this.config[provider] ?? fail('not_found');
    return { items: await examineProvider(configured, this.oidc.redirectUri(provider)) };
  }

  private configured(provider: ConfiguredProvider['provider']): ConfiguredProvider[] {
    const configured = this.config[provider];
    if (configured === null) return [];
    const company = provider === 'oidc' ? this.config.oidc : null;
    return [
      {
        provider,
        name: this.oidc.nameOf(provider),
        issuer: configured.issuer,
        redirectUri: this.oidc.redirectUri(provider),
        domains: [...(company?.domains ?? [])],
        groupsClaim: company?.groupsClaim ?? null,
        groupRoles: [...(company?.groupRoles ?? [])].map(([group, role]) => ({ group, role })),
      },
    ];
  }
}
