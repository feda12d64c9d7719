//! A list of the API that comes in pages, and is asked for when it is read.

use std::marker::PhantomData;
use std::sync::Arc;

use futures_util::{stream, TryStreamExt};
use serde::de::DeserializeOwned;

use crate::errors::Result;
use crate::feed::event_filter;
use crate::items::Items;
use crate::models::{
    CompanyEvent, DailyUsage, DeploymentEvent, DeploymentSummary, DeploymentUsage, Domain, Hub, Price,
    Region, RegistryLogin,
};
use crate::models::{
    CompanyEventPage, DailyUsagePage, DeploymentEventPage, DeploymentPage, DomainPage, HubPage, MonthUsage,
    PricePage, RegionPage, RegistryLoginPage,
};
use crate::request::call_options;
use crate::transport::{Call, Options, Transport};
use crate::values::DeploymentStatus;

/// A page of a list.
pub trait Page: DeserializeOwned + Send + sealed::Sealed + 'static {
    /// What the list is of.
    type Item: Send + 'static;

    /// Leads to the next page; `None` on the last one.
    fn next_cursor(&self) -> Option<&str>;

    /// What is on the page.
    fn into_items(self) -> Vec<Self::Item>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! page {
    ($page:ident { $items:ident: $item:ident }) => {
        impl sealed::Sealed for $page {}

        impl Page for $page {
            type Item = $item;

            fn next_cursor(&self) -> Option<&str> {
                self.next_cursor.as_deref()
            }

            fn into_items(self) -> Vec<$item> {
                self.$items
            }
        }
    };
}

page!(DeploymentPage { deployments: DeploymentSummary });
page!(DeploymentEventPage { events: DeploymentEvent });
page!(HubPage { hubs: Hub });
page!(RegionPage { regions: Region });
page!(PricePage { prices: Price });
page!(MonthUsage { deployments: DeploymentUsage });
page!(DailyUsagePage { days: DailyUsage });
page!(CompanyEventPage { events: CompanyEvent });
page!(DomainPage { domains: Domain });
page!(RegistryLoginPage { registries: RegistryLogin });

/// A list. [`first`](List::first) asks for one page; [`all`](List::all), [`items`](List::items) and
/// [`pages`](List::pages) ask for each when it is needed.
#[derive(Debug)]
#[must_use = "a list is asked for when it is read"]
pub struct List<P> {
    transport: Arc<Transport>,
    call: Result<Call>,
    cursor: Option<String>,
    options: Options,
    page: PhantomData<fn() -> P>,
}

impl<P: Page> List<P> {
    pub(crate) fn new(transport: Arc<Transport>, call: Result<Call>) -> Self {
        Self { transport, call, cursor: None, options: Options::default(), page: PhantomData }
    }

    /// The most items of a page: 1 to 200; 50 unless given.
    pub fn limit(self, limit: u32) -> Self {
        self.with("limit", limit.to_string())
    }

    /// The `next_cursor` of the page before, to begin after it.
    pub fn cursor(mut self, cursor: impl Into<String>) -> Self {
        self.cursor = Some(cursor.into());
        self
    }

    call_options!();

    /// The first page; its `next_cursor` leads to the second.
    pub async fn first(self) -> Result<P> {
        let call = with_cursor(&self.call?, self.cursor);
        self.transport.request(&call, &self.options).await
    }

    /// Page by page.
    pub fn pages(self) -> Items<P> {
        let Self { transport, call, cursor, options, .. } = self;
        let first = call.map(|call| (call, cursor, false));
        Items::new(stream::try_unfold(first, move |state| {
            let (transport, options) = (transport.clone(), options.clone());
            async move {
                let (call, cursor, is_over) = state?;
                if is_over {
                    return Ok(None);
                }
                let page: P = transport.request(&with_cursor(&call, cursor), &options).await?;
                let next = page.next_cursor().map(str::to_owned);
                let is_over = next.is_none();
                Ok(Some((page, Ok((call, next, is_over)))))
            }
        }))
    }

    /// Every item, page after page.
    pub fn items(self) -> Items<P::Item> {
        let items = |page: P| stream::iter(page.into_items().into_iter().map(Ok));
        Items::new(self.pages().map_ok(items).try_flatten())
    }

    /// Every item, once all have been read.
    pub async fn all(self) -> Result<Vec<P::Item>> {
        self.items().all().await
    }

    fn with(mut self, name: &'static str, value: String) -> Self {
        self.call = self.call.map(|call| call.with(name, value));
        self
    }
}

fn with_cursor(call: &Call, cursor: Option<String>) -> Call {
    match cursor {
        Some(cursor) => call.clone().with("cursor", cursor),
        None => call.clone(),
    }
}

impl List<DeploymentPage> {
    /// Only with one of these statuses.
    pub fn status(self, statuses: impl IntoIterator<Item = DeploymentStatus>) -> Self {
        let statuses: Vec<String> = statuses.into_iter().map(|status| status.to_string()).collect();
        self.with("status", statuses.join(","))
    }

    /// Only those that this hub runs, or ran last.
    pub fn hub(self, hub: impl Into<String>) -> Self {
        self.with("hub", hub.into())
    }

    /// Only with all of these labels: `name=value`, or `name` for any value.
    pub fn label<L: Into<String>>(self, labels: impl IntoIterator<Item = L>) -> Self {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        self.with("label", labels.join(","))
    }

    /// Only with this in their id, name or image.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with("text", text.into())
    }
}

impl List<CompanyEventPage> {
    event_filter!();
}

impl List<DailyUsagePage> {
    /// The first day, `2026-11-01`, in UTC; the first of the current month unless given.
    pub fn from(self, day: impl Into<String>) -> Self {
        self.with("from", day.into())
    }

    /// The last day; today unless given.
    pub fn to(self, day: impl Into<String>) -> Self {
        self.with("to", day.into())
    }

    /// The name of a label to divide each day by.
    pub fn label(self, name: impl Into<String>) -> Self {
        self.with("label", name.into())
    }
}

macro_rules! by_region_and_gpu {
    ($page:ident) => {
        impl List<$page> {
            /// Only in this region: a country, a group of countries, or a hub.
            pub fn region(self, region: impl Into<String>) -> Self {
                self.with("region", region.into())
            }

            /// Only with GPUs of this type.
            pub fn gpu_type(self, gpu_type: impl Into<String>) -> Self {
                self.with("gpu_type", gpu_type.into())
            }
        }
    };
}

by_region_and_gpu!(HubPage);
by_region_and_gpu!(PricePage);

impl List<MonthUsage> {
    /// `2026-11`, in UTC; the current month unless given.
    pub fn month(self, month: impl Into<String>) -> Self {
        self.with("month", month.into())
    }
}
