import { Component } from '@angular/core';

@Component({ selector: 'app-import-page', template: `` })
export class ImportPage {}
